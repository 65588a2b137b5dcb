// The referee's pages: a number in the tab's title for the tables that call, and two notes for each new one and
// for each open case that has waited too long, once the referee has pressed the sound button (browsers allow sound only
// after that).

const NOTES_HERTZ = [880, 1174.7];
const NOTE_SECONDS = 0.35;

class Bell {
  constructor(button) {
    this.button = button;
    this.context = null;
    this.on = false;
    this.rung = 0;
  }

  async toggle() {
    this.context ??= new AudioContext();
    await this.context.resume();
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.textContent = this.on ? this.button.dataset.on : this.button.dataset.off;
    if (this.on) this.ring();
  }

  ring() {
    if (!this.on) return;
    this.rung += 1;
    document.body.dataset.rung = String(this.rung);
    NOTES_HERTZ.forEach((hertz, place) => {
      const at = this.context.currentTime + 0.05 + place * NOTE_SECONDS;
      const wave = this.context.createOscillator();
      const level = this.context.createGain();
      wave.frequency.value = hertz;
      level.gain.setValueAtTime(0.0001, at);
      level.gain.exponentialRampToValueAtTime(0.3, at + 0.015);
      level.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_SECONDS * 2);
      wave.connect(level).connect(this.context.destination);
      wave.start(at);
      wave.stop(at + NOTE_SECONDS * 2 + 0.05);
    });
  }
}

const watch = document.querySelector("[data-call-watch]");
const button = document.querySelector("[data-call-sound]");
if (watch && button) {
  const bell = new Bell(button);
  const title = document.title;
  let known = null;
  button.addEventListener("click", () => bell.toggle());
  watch.addEventListener("htmx:afterSwap", () => {
    const listed = watch.querySelector("[data-calls]")?.dataset ?? {};
    const waiting = (listed.calls ?? "").split(" ").filter(Boolean);
    // An open case that nobody has ruled on for too long rings like a call, once when it comes to that.
    const late = (listed.overdue ?? "").split(" ").filter(Boolean);
    document.title = waiting.length ? `(${waiting.length}) ${title}` : title;
    if (navigator.setAppBadge) navigator.setAppBadge(waiting.length).catch(() => {});
    // What was there when the page opened is on the screen already; only later calls ring.
    const ringing = [...waiting, ...late.map((number) => `case ${number}`)];
    if (known && ringing.some((one) => !known.has(one))) bell.ring();
    known = new Set(ringing);
  });
}
