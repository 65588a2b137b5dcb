// Facts typed at a table are never lost to the hall's network. What is typed is kept on the device as a draft; what is
// recorded goes into a queue first and is sent from there, once: the server stores a key only one time. The panel says at
// every moment what is still on the device.

// A tried-out claim ("what if") is no draft, and a case that is opened without the server is sent as a whole.
const FACTS = "form.facts-form:not([data-what-if], [data-alone])";

const panel = document.querySelector("[data-claim-keeper]");
if (panel) start(panel);

function start(panel) {
  const words = panel.dataset;
  const draftKey = (url) => `claim-draft:${url}`;
  const queueKey = `claim-queue:${words.scope}`;
  const formOf = (target) => target?.closest?.(FACTS);
  let sending = false;
  let quiet = false;

  const queue = () => JSON.parse(localStorage.getItem(queueKey) || "[]");
  const keepQueue = (entries) => {
    if (entries.length) localStorage.setItem(queueKey, JSON.stringify(entries));
    else localStorage.removeItem(queueKey);
    show();
  };

  function values(form) {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (name !== "csrfmiddlewaretoken") fields.append(name, value);
    }
    return fields;
  }

  function keepDraft(form) {
    localStorage.setItem(draftKey(form.getAttribute("action")), values(form).toString());
  }

  // A page opened again shows what was typed last: the draft is examined like any other entry.
  function restore() {
    const form = document.querySelector(FACTS);
    if (!form) return;
    const url = form.getAttribute("action");
    const draft = localStorage.getItem(draftKey(url));
    if (!draft || queue().some((entry) => entry.url === url)) return;
    const fields = new URLSearchParams(draft);
    if (fields.get("kind") !== form.elements.kind.value) return;
    const grouped = {};
    for (const name of new Set(fields.keys())) {
      const all = fields.getAll(name);
      grouped[name] = all.length > 1 ? all : all[0];
    }
    window.htmx?.ajax("POST", url, { target: "#facts", swap: "innerHTML", values: grouped });
    say(words.restored);
  }

  function record(form) {
    const fields = values(form);
    fields.set("record", "1");
    const url = form.getAttribute("action");
    const others = queue().filter((entry) => entry.url !== url);
    // An answer that comes at once needs no word about waiting for the network.
    quiet = navigator.onLine;
    setTimeout(speak, 1500);
    keepQueue([...others, { url, body: fields.toString(), label: words.label || url, state: "waiting" }]);
    send();
  }

  async function send() {
    if (sending) return;
    sending = true;
    try {
      for (const entry of queue().filter((one) => one.state === "waiting")) {
        const answer = await post(entry);
        if (answer === null) break;
        settle(entry, answer);
      }
    } finally {
      sending = false;
      speak();
    }
  }

  function speak() {
    quiet = false;
    show();
  }

  async function post(entry) {
    const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
    try {
      return await fetch(entry.url, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token },
        body: entry.body,
      });
    } catch {
      return null;
    }
  }

  function settle(entry, answer) {
    const here = document.querySelector(FACTS)?.getAttribute("action") === entry.url;
    const rest = queue().filter((one) => one.url !== entry.url);
    const signedOut = answer.redirected && new URL(answer.url).pathname.startsWith("/sign-in");
    if (answer.ok && answer.redirected && !signedOut) {
      localStorage.removeItem(draftKey(entry.url));
      keepQueue(rest);
      if (here) window.location.assign(answer.url);
      else say(words.sent);
      return;
    }
    const state = signedOut || answer.status === 403 ? "signed-out" : answer.status >= 500 ? "waiting" : "refused";
    keepQueue([...rest, { ...entry, state }]);
    if (state === "refused" && here) {
      keepQueue(rest);
      localStorage.setItem(draftKey(entry.url), entry.body.replace(/(^|&)record=1/, ""));
      restore();
      say(words.refused);
    }
  }

  function say(text) {
    panel.hidden = !text;
    panel.querySelector("p").textContent = text || "";
  }

  function show() {
    if (quiet) return;
    const entries = queue();
    const list = panel.querySelector("ul");
    list.replaceChildren(...entries.map(line));
    const states = entries.map((entry) => entry.state);
    if (states.includes("waiting")) say(words.waiting);
    else if (states.includes("signed-out")) say(words.signedOut);
    else if (states.includes("refused")) say(words.refused);
    else if (!list.childElementCount && panel.dataset.shown === "waiting") say("");
    panel.dataset.shown = states[0] ?? "";
  }

  function line(entry) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = entry.url;
    link.textContent = entry.label;
    item.append(link);
    return item;
  }

  document.addEventListener("input", (event) => {
    const form = formOf(event.target);
    if (form) keepDraft(form);
  });
  document.addEventListener("change", (event) => {
    const form = formOf(event.target);
    if (form) keepDraft(form);
  });
  document.addEventListener("submit", (event) => {
    const form = formOf(event.target);
    if (!form || event.submitter?.name !== "record") return;
    event.preventDefault();
    record(form);
  });
  // The law cannot answer without the server; the facts can be recorded all the same.
  document.body.addEventListener("htmx:sendError", (event) => {
    const form = formOf(event.target) ?? document.querySelector(FACTS);
    if (!form) return;
    form.querySelector("button[name=record]")?.removeAttribute("disabled");
    say(words.unreachable);
  });
  document.body.addEventListener("htmx:afterOnLoad", () => {
    if (!queue().length && panel.querySelector("p").textContent === words.unreachable) say("");
  });
  window.addEventListener("online", () => send());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && send());
  setInterval(() => queue().some((entry) => entry.state === "waiting") && send(), 10000);

  // A user who has signed in again is asked once more.
  keepQueue(queue().map((entry) => (entry.state === "signed-out" ? { ...entry, state: "waiting" } : entry)));
  send();
  restore();
}
