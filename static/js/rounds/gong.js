// A gong made of sine waves: no sound file. Browsers allow sound only after a person has pressed something.

const PARTIALS = [
  [1, 1, 4.5],
  [1.51, 0.55, 3.6],
  [2.03, 0.45, 2.8],
  [2.71, 0.3, 1.9],
  [3.62, 0.2, 1.2],
  [5.11, 0.12, 0.7],
];
const BASE_HERTZ = 148;
const BETWEEN_STROKES = 1.6;

export class Gong {
  constructor() {
    this.context = null;
    this.on = false;
    this.strokes = 0;
  }

  async toggle() {
    this.context ??= new AudioContext();
    await this.context.resume();
    this.on = !this.on;
    return this.on;
  }

  strike(times) {
    if (!this.on) return;
    this.strokes += times;
    document.body.dataset.gong = String(this.strokes);
    for (let stroke = 0; stroke < times; stroke += 1) {
      this.#stroke(this.context.currentTime + 0.05 + stroke * BETWEEN_STROKES);
    }
  }

  #stroke(at) {
    for (const [ratio, loudness, seconds] of PARTIALS) {
      const wave = this.context.createOscillator();
      const level = this.context.createGain();
      wave.frequency.setValueAtTime(BASE_HERTZ * ratio * 1.012, at);
      wave.frequency.exponentialRampToValueAtTime(BASE_HERTZ * ratio, at + 0.4);
      level.gain.setValueAtTime(0.0001, at);
      level.gain.exponentialRampToValueAtTime(0.28 * loudness, at + 0.012);
      level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
      wave.connect(level).connect(this.context.destination);
      wave.start(at);
      wave.stop(at + seconds + 0.05);
    }
  }
}
