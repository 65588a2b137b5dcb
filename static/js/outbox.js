// What is typed while there is no network is kept on the device and sent once when it is back. Each entry has a key: the
// server does what it asks for one time only, however often it arrives. Works in a tab over plain HTTP; needs no secure
// context. An entry belongs to the account that typed it, so that nobody else on the device sends it.

const panel = document.querySelector("[data-outbox-panel]");
const words = panel?.dataset ?? {};
const store = `outbox:${words.scope ?? ""}`;
const TRY_AGAIN_MS = 8000;
let sending = false;

export const waiting = () => JSON.parse(localStorage.getItem(store) || "[]");

function keep(entries) {
  if (entries.length) localStorage.setItem(store, JSON.stringify(entries));
  else localStorage.removeItem(store);
  show();
}

export function newKey() {
  // randomUUID exists in secure contexts only.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The form's fields without the token of the page, which is another one when they are sent. */
export function fieldsOf(form, submitter) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter ?? null)) {
    if (name !== "csrfmiddlewaretoken") fields.append(name, value);
  }
  return fields.toString();
}

/** Keep an entry; another one for the same address, which was not sent yet, is replaced. */
export function put({ url, body, label, open, key = newKey(), state = "waiting" }) {
  keep([...waiting().filter((one) => one.url !== url), { url, body, label, open: open || url, key, state }]);
}

const TOKEN = "input[name=csrfmiddlewaretoken]";
const isJson = (answer) => (answer.headers.get("Content-Type") || "").includes("json");

// Whoever signed in again, here or in another tab, has another token than this page.
async function newToken() {
  const answer = await fetch(location.href, { cache: "no-store", headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const token = page.querySelector(TOKEN)?.value;
  if (token) for (const field of document.querySelectorAll(TOKEN)) field.value = token;
}

const send = (url, body, key) =>
  fetch(url, {
    method: "POST",
    body,
    credentials: "same-origin",
    headers: {
      Accept: "application/json, text/html",
      "Content-Type": "application/x-www-form-urlencoded",
      "Idempotency-Key": key,
      "Typed-By": words.scope ?? "",
      "X-CSRFToken": document.querySelector(TOKEN)?.value ?? "",
    },
  });

/** Send to the server: its answer, or null where nobody answers. */
export async function post({ url, body, key = newKey() }) {
  try {
    let answer = await send(url, body, key);
    if (answer.status === 403 && !isJson(answer)) {
      await newToken();
      answer = await send(url, body, key);
    }
    // The server is there and cannot write now: as good as no network.
    return answer.status >= 502 ? null : answer;
  } catch {
    return null;
  }
}

/** Whether an answer says that the session has ended, or is somebody else's by now. */
export const signedOut = (answer) =>
  answer.status === 401 || (answer.redirected && new URL(answer.url).pathname.startsWith("/sign-in"));

export const jsonOf = async (answer) => (isJson(answer) ? answer.json() : {});

async function flush() {
  if (sending) return;
  sending = true;
  try {
    for (const entry of waiting().filter((one) => one.state === "waiting")) {
      const answer = await post(entry);
      if (answer === null) break;
      await settle(entry, answer);
    }
  } finally {
    sending = false;
  }
}

async function settle(entry, answer) {
  const rest = waiting().filter((one) => one.key !== entry.key);
  if (signedOut(answer)) {
    keep([...rest, { ...entry, state: "signed-out" }]);
    document.dispatchEvent(new CustomEvent("outbox:refused", { detail: { entry, body: {} } }));
    return;
  }
  if (answer.ok) {
    const body = await jsonOf(answer);
    // The server has something to say about it, which is to be read.
    keep(body.told ? [...rest, { ...entry, state: "told", message: body.told, open: body.page || entry.open }] : rest);
    const page = body.told ? "" : answer.redirected ? answer.url : body.next;
    document.dispatchEvent(new CustomEvent("outbox:sent", { detail: { entry, body, page } }));
    return;
  }
  if (answer.status === 429 || answer.status === 500) return;
  const body = await jsonOf(answer);
  const theirs = body.stale?.points ?? null;
  const told = { state: "refused", message: body.message || "", theirs, open: body.page || entry.open };
  keep([...rest, { ...entry, ...told }]);
  document.dispatchEvent(new CustomEvent("outbox:refused", { detail: { entry, body } }));
}

function show() {
  if (!panel) return;
  const entries = waiting();
  panel.hidden = entries.length === 0;
  const here = entries.filter((one) => one.state === "waiting").length;
  const states = entries.map((one) => one.state);
  const sentence = here
    ? words.waits
    : states.includes("signed-out")
      ? words.signedOut
      : states.includes("refused")
        ? words.refused
        : words.told;
  panel.querySelector("p").textContent = (sentence ?? "").replace("#", here || entries.length);
  if (!here && states.includes("signed-out")) panel.querySelector("p").append(" ", signIn());
  panel.querySelector("ul").replaceChildren(...entries.filter((one) => one.state !== "waiting" || here > 0).map(line));
}

function tell(sentence) {
  panel.hidden = false;
  panel.querySelector("p").textContent = sentence;
  panel.scrollIntoView({ block: "nearest" });
}

function signIn() {
  const link = document.createElement("a");
  link.href = `${words.signIn}?next=${encodeURIComponent(location.pathname)}`;
  link.textContent = words.signInLabel;
  return link;
}

const pointsOf = (body) =>
  [...new URLSearchParams(body)].filter(([name]) => /^points_\d$/.test(name)).map(([, value]) => value);

function line(entry) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = entry.open;
  link.textContent = entry.label;
  item.append(link);
  const own = pointsOf(entry.body);
  if (entry.state === "refused" || entry.state === "told") {
    const parts = [entry.message];
    if (own.length) parts.push(`${words.mine} ${own.join(", ")}`);
    if (entry.theirs) parts.push(`${words.theirs} ${entry.theirs.join(", ")}`);
    item.append(" ", parts.filter(Boolean).join(" · "), " ");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = entry.state === "told" ? words.seen : words.discard;
    button.addEventListener("click", () => keep(waiting().filter((one) => one.key !== entry.key)));
    item.append(button);
  } else if (own.length) {
    item.append(` ${own.join(", ")}`);
  }
  return item;
}

// Forms that may wait: sent as ever while the server answers, kept where it does not.
function hookForms() {
  for (const form of document.querySelectorAll("form[data-outbox]")) {
    const address = new URL(form.getAttribute("action") || location.href, location.href);
    const url = address.pathname + address.search;
    restore(form, url);
    form.addEventListener("submit", async (event) => {
      retype(form, url);
      if (event.submitter?.hasAttribute("formaction")) return;
      event.preventDefault();
      const entry = { url, body: fieldsOf(form, event.submitter), key: newKey() };
      const answer = await post(entry);
      const state = answer === null ? "waiting" : signedOut(answer) ? "signed-out" : "";
      if (state) {
        // The page may go on with it by itself.
        const kept = new CustomEvent("outbox:keeping", { bubbles: true, cancelable: true, detail: entry });
        if (answer === null && !form.dispatchEvent(kept)) return;
        put({ ...entry, state, label: form.dataset.outbox, open: form.dataset.outboxOpen || location.pathname });
        form.dispatchEvent(new CustomEvent("outbox:kept", { bubbles: true }));
        panel?.scrollIntoView({ block: "nearest" });
        return;
      }
      // Sent again without its key, it might be done twice.
      if (answer.status >= 500) return tell(words.unknown);
      const body = answer.ok && !answer.redirected ? await jsonOf(answer) : {};
      if (answer.ok && (answer.redirected || body.next)) {
        keep(waiting().filter((other) => other.url !== url));
        location.assign(body.next || answer.url);
      }
      // Refused: nothing was saved, and the page that says why comes the usual way.
      else resubmit(form, event.submitter);
    });
    document.addEventListener("outbox:sent", ({ detail: { entry, page } }) => {
      // Where it would have led at once; not away from who has gone on typing.
      if (page && entry.url === url && entry.body === fieldsOf(form)) location.assign(page);
    });
  }
}

// The browser sends the pressed button only with a submission of its own.
function resubmit(form, submitter) {
  if (submitter?.name) {
    const pressed = Object.assign(document.createElement("input"), { type: "hidden" });
    form.append(Object.assign(pressed, { name: submitter.name, value: submitter.value }));
  }
  form.submit();
}

// Typed anew in a form that was opened to compare: this is what the next page shows, with the version that the server names.
function retype(form, url) {
  const typed = new URLSearchParams(fieldsOf(form));
  for (const { name } of form.querySelectorAll("input[type=hidden]")) typed.delete(name);
  const body = typed.toString();
  keep(waiting().map((entry) => (entry.url === url && entry.state !== "waiting" ? { ...entry, body } : entry)));
}

// Opened to compare: what was typed is in the form again, and the server shows it beside what stands there.
function restore(form, url) {
  const entry = waiting().find((one) => one.url === url && one.state !== "waiting");
  if (!entry) return;
  for (const [name, value] of new URLSearchParams(entry.body)) {
    const field = form.elements.namedItem(name);
    if (field && "value" in field) field.value = value;
  }
}

// Whoever comes back may have signed in meanwhile.
function again() {
  keep(waiting().map((one) => (one.state === "signed-out" ? { ...one, state: "waiting" } : one)));
  flush();
}

addEventListener("online", flush);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
setInterval(() => waiting().some((one) => one.state === "waiting") && flush(), TRY_AGAIN_MS);
hookForms();
again();
