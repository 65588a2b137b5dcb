// Fast entry of a round: the sheet number or a tile opens a table's sheet, Enter goes on and saves, totals and places show
// while typing, and what is not saved yet survives a reload. Without this module all sheets stand on the page, each a form
// with its own button.

import { fieldsOf, jsonOf, newKey, post, put, signedOut, waiting } from "../outbox.js";
import { number, offerHundreds, standing, tablePointsOf } from "./sheet-sums.js";

const entry = document.querySelector("[data-entry]");
if (entry) start(entry);

function start(entry) {
  const jump = document.querySelector("[data-jump]");
  const status = document.querySelector("[data-status]");
  const tiles = document.querySelector("[data-tiles]");
  const tileOf = (row) => tiles.querySelector(`[data-tile="${row.dataset.table}"]`);
  // In the order of the tables; one that somebody else has changed is replaced.
  let rows = [];
  const tablePoints = tablePointsOf(entry);

  const say = (text, table) => {
    status.textContent = (text || "").replace("#", table ?? "");
  };
  const key = (row) => `sheet:${entry.dataset.key}/${row.dataset.table}`;
  const inputs = (row) => [...row.querySelectorAll("input[data-points]")];
  const seatInputs = (row) => inputs(row).filter((input) => /points_\d$/.test(input.name));

  // The row that was refused last: Enter without a number goes back to it, a number starts another one clean.
  let refused = null;

  jump.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const wanted = jump.value.trim();
    const row = wanted ? rows.find((one) => one.dataset.table === wanted) : refused || toConfirm(0);
    if (!row) {
      jump.select();
      if (wanted) say(entry.dataset.noTable, wanted);
      return;
    }
    jump.value = "";
    say("");
    goTo(row);
  });

  function goTo(row) {
    if (row) open(row);
    const goal = goalOf(row);
    goal?.focus({ preventScroll: true });
    goal?.select?.();
    row?.scrollIntoView({ block: "nearest" });
  }

  // One sheet stands beside the tables; its tile is marked, and those with numbers that are not saved.
  function open(row) {
    for (const one of rows) one.toggleAttribute("data-open", one === row);
    markTiles();
  }

  function markTiles() {
    for (const row of rows) {
      const tile = tileOf(row);
      tile?.toggleAttribute("data-unsaved", row.classList.contains("entry-unsaved"));
      if ("open" in row.dataset) tile?.setAttribute("aria-current", "true");
      else tile?.removeAttribute("aria-current");
    }
  }

  tiles.addEventListener("click", (event) => {
    const row = rows.find((one) => one.dataset.table === event.target.closest("[data-tile]")?.dataset.tile);
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(row);
  });

  // The tiles renew themselves, and with them the sheets that others have changed, unless somebody types there.
  let swapped = false;
  tiles.addEventListener("htmx:afterSwap", () => {
    // Each tile that has changed is told of, and all of them at once are looked at once.
    if (!swapped) queueMicrotask(renewRows);
    swapped = true;
  });

  function renewRows() {
    swapped = false;
    markTiles();
    for (const row of rows) {
      const mark = tileOf(row)?.dataset.mark;
      const busy = row.classList.contains("entry-unsaved") || row.contains(document.activeElement);
      if (mark && mark !== row.dataset.mark && !busy) renew(row);
    }
  }

  async function renew(row) {
    const { table } = row.dataset;
    const was = "open" in row.dataset;
    await window.htmx.ajax("GET", `${location.pathname}?table=${table}`, { target: row, swap: "outerHTML" });
    const fresh = entry.querySelector(`form[data-table="${table}"]`);
    rows[rows.indexOf(row)] = fresh;
    prepare(fresh);
    if (was) open(fresh);
  }

  // Papers that lie in the order of the tables need no table number: the next empty row opens by itself.
  const inOrder = document.querySelector("[data-in-order]");
  const orderKey = `papers-in-order:${entry.dataset.key}`;
  inOrder.checked = localStorage.getItem(orderKey) === "yes";
  inOrder.addEventListener("change", () => {
    localStorage.setItem(orderKey, inOrder.checked ? "yes" : "no");
    if (inOrder.checked) goTo(emptyAfter(-1));
    else jump.focus();
  });

  function emptyAfter(from) {
    const empty = (row) => seatInputs(row).every((input) => input.value === "");
    return rows.slice(from + 1).find(empty) ?? rows.find(empty);
  }

  // The first row from there on that waits for this person's word.
  function toConfirm(from) {
    return rows.slice(from).find((row) => confirmOf(row) && !row.classList.contains("entry-unsaved"));
  }

  function confirmOf(row) {
    return row.querySelector("[data-confirm-sheet]");
  }

  // What the scorer means to do at a row: give the reason it waits for, confirm it, else type it.
  function goalOf(row) {
    if (!row) return jump;
    const reason = row.querySelector("[data-reason]");
    const confirm = row.querySelector("[data-confirm-sheet]");
    if (!reason.hidden) return reason.querySelector("input");
    return confirm && !row.classList.contains("entry-unsaved") ? confirm : inputs(row)[0];
  }

  function prepare(row) {
    for (const input of inputs(row)) input.dataset.saved = input.value;
    const restored = restore(row);
    show(row);
    row.addEventListener("input", () => {
      keep(row);
      show(row);
    });
    row.addEventListener("keydown", (event) => keys(event, row));
    row.addEventListener("submit", (event) => {
      event.preventDefault();
      send(row, event.submitter);
    });
    return restored;
  }

  rows = [...entry.querySelectorAll("form[data-table]")];
  const restored = rows.filter(prepare);
  if (restored.length) say(entry.dataset.restored);
  open(restored[0] ?? toConfirm(0) ?? emptyAfter(-1) ?? rows[0]);
  // With one table nobody asks for its number.
  if (rows.length === 1) requestAnimationFrame(() => goTo(rows[0]));

  function show(row) {
    const seats = seatInputs(row);
    const points = seats.map((input) => number(input.value));
    const complete = points.every((value) => value !== null);
    const others = inputs(row).filter((input) => !seats.includes(input));
    const left = others.reduce((sum, input) => sum + (number(input.value) ?? 0), 0);
    const total = points.reduce((sum, value) => sum + (value ?? 0), 0) + left;
    const off = total - Number(entry.dataset.start) * seats.length;
    row.dataset.off = complete && off !== 0 ? "yes" : "no";
    offerHundreds(row.querySelector(".entry-end"), entry.dataset, seats, others, () => send(row, null));
    const cell = row.querySelector("[data-total]");
    const size = Math.abs(off).toLocaleString();
    cell.textContent = !complete
      ? ""
      : off === 0
        ? "✓"
        : (off < 0 ? entry.dataset.short : entry.dataset.over).replace("#", size);
    cell.classList.toggle("entry-off", complete && off !== 0);
    seats.forEach((input, seat) => {
      const place = input.closest(".entry-field").querySelector("[data-place]");
      const made = complete ? standing(points, seat, tablePoints) : { place: "" };
      place.textContent = made.points ? `${made.place} · ${made.points}` : made.place;
    });
  }

  function keep(row) {
    const values = Object.fromEntries(inputs(row).map((input) => [input.name, input.value]));
    const changed = inputs(row).some((input) => input.value !== input.dataset.saved);
    row.classList.toggle("entry-unsaved", changed);
    tileOf(row)?.toggleAttribute("data-unsaved", changed);
    if (changed) localStorage.setItem(key(row), JSON.stringify({ version: row.dataset.version, values }));
    else localStorage.removeItem(key(row));
  }

  function restore(row) {
    const text = localStorage.getItem(key(row));
    if (!text) return false;
    const { version, values } = JSON.parse(text);
    for (const input of inputs(row)) if (input.name in values) input.value = values[input.name];
    // The form the numbers were typed into was based on that version: the server then shows both sheets.
    row.querySelector("input[name=based_on]").value = version;
    row.classList.add("entry-unsaved");
    row.querySelector("[data-message]").textContent = entry.dataset.unsaved;
    return true;
  }

  function keys(event, row) {
    // A number typed where Enter would confirm means another table.
    const elsewhere = /^\d$/.test(event.key) && event.target === confirmOf(row);
    if (event.key === "Escape" || elsewhere) {
      if (event.key === "Escape") takeBack(row);
      jump.focus();
      return;
    }
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    const next = after(row, event.target);
    if (next) {
      next.focus();
      next.select();
    } else {
      send(row, null);
    }
  }

  // Where Enter leads: the next number, after the last one the reason that is still asked for, and from a reason that
  // stays empty to the numbers again. Nothing: the sheet is sent.
  function after(row, field) {
    const numbers = inputs(row);
    const reason = row.querySelector("[data-reason] input");
    if (field === reason) return reason.value.trim() ? undefined : numbers[0];
    const next = numbers[numbers.indexOf(field) + 1];
    if (next || row.querySelector("[data-reason]").hidden) return next;
    // What did not add up and does now needs no reason.
    return row.dataset.off === "no" && row.dataset.refusedOff === "yes" ? undefined : reason;
  }

  // Numbers typed at the wrong table go; a whole sheet stays, to be come back to.
  function takeBack(row) {
    const whole = seatInputs(row).every((input) => number(input.value) !== null);
    if (whole) return;
    for (const input of inputs(row)) input.value = input.dataset.saved;
    keep(row);
    show(row);
  }

  async function send(row, submitter) {
    const message = row.querySelector("[data-message]");
    const address = submitter?.getAttribute("formaction") || row.getAttribute("action");
    message.textContent = "";
    // One key for now and for later: a sheet whose answer is lost may have arrived.
    const sheet = { url: address, body: fieldsOf(row, submitter), key: newKey() };
    const offline = !navigator.onLine;
    const answer = await post(sheet);
    if (answer === null) {
      // A confirmation is given to what stands at the server, so it waits for the person; a sheet is sent by itself.
      if (submitter?.hasAttribute("formaction"))
        message.textContent = offline ? entry.dataset.failed : entry.dataset.unknown;
      else wait(row, sheet);
      return;
    }
    if (signedOut(answer)) {
      // The page leads to the sign-in and back; numbers that are not saved stay on the device.
      if (submitter?.hasAttribute("formaction")) location.reload();
      else wait(row, sheet, "signed-out");
      return;
    }
    if (answer.status >= 500) {
      message.textContent = entry.dataset.unknown;
      jump.focus();
      return;
    }
    const body = await jsonOf(answer);
    if (answer.ok) {
      saved(row, body);
      return;
    }
    const fields = Object.values(body.errors || {}).flat();
    message.textContent = [body.message || answer.statusText, ...(body.problems || []), ...fields].join(" ");
    if (body.field === "reason") {
      row.querySelector("[data-reason]").hidden = false;
      row.dataset.refusedOff = row.dataset.off;
    }
    offerToStart(row, body.start);
    if (body.page) {
      const link = document.createElement("a");
      link.href = body.page;
      link.textContent = entry.dataset.compare;
      message.append(" ", link);
    }
    back(row);
  }

  const waits = (state) => (state === "waiting" ? entry.dataset.waits : entry.dataset.unsaved);

  function wait(row, sheet, state = "waiting") {
    const label = entry.dataset.label.replace("#", row.dataset.table);
    put({ ...sheet, state, label, open: row.getAttribute("action") });
    row.querySelector("[data-message]").textContent = waits(state);
    if (refused === row) refused = null;
    say(state === "waiting" ? entry.dataset.kept : "", row.dataset.table);
    jump.focus();
  }

  const rowOf = (url) => rows.find((row) => row.getAttribute("action") === url);
  document.addEventListener("outbox:sent", (event) => {
    const row = rowOf(event.detail.entry.url);
    if (row && event.detail.body.version) saved(row, event.detail.body, false);
  });
  document.addEventListener("outbox:refused", (event) => {
    const row = rowOf(event.detail.entry.url);
    if (row) row.querySelector("[data-message]").textContent = event.detail.body.message || entry.dataset.unsaved;
  });
  for (const one of waiting()) {
    const row = rowOf(one.url);
    if (row) row.querySelector("[data-message]").textContent = waits(one.state);
  }

  // Never into a field of the refused row: the next sheet's number would be typed there.
  function back(row) {
    refused = row;
    say(entry.dataset.refused, row.dataset.table);
    jump.focus();
  }

  // One more sheet that two people have typed alike: it is confirmed with the others, by one button.
  function alike(table, version) {
    const together = document.querySelector("[data-alike]");
    if (!together || together.querySelector(`input[value^="${table}:"]`)) return;
    const sheet = document.createElement("input");
    Object.assign(sheet, { type: "hidden", name: "sheet", value: `${table}:${version}` });
    together.querySelector("[data-alike-tables]").append(` ${table} `, sheet);
    together.hidden = false;
  }

  // One more sheet that nobody else can confirm: the page says so and offers ways out.
  function alone(table) {
    const notice = document.querySelector("[data-alone]");
    if (!notice) return;
    const tables = notice.querySelector("[data-alone-tables]");
    const listed = new Set(tables.textContent.split(/\s+/).filter(Boolean)).add(table);
    tables.textContent = [...listed].sort((one, other) => one - other).join(" ");
    notice.hidden = false;
  }

  // Whoever typed the sheet may confirm it.
  function offerToConfirm(row, address) {
    const button = document.createElement("button");
    button.className = "button small primary";
    button.textContent = entry.dataset.confirmWord;
    button.dataset.confirmSheet = "";
    button.setAttribute("formaction", address);
    row.querySelector(".entry-end").append(button);
  }

  // The round has not started: one button starts it and saves this sheet.
  function offerToStart(row, offered) {
    for (const one of rows) one.querySelector("[data-start-round]")?.remove();
    if (!offered) return;
    const button = document.createElement("button");
    Object.assign(button, { className: "button small primary", name: "start", value: "yes" });
    button.textContent = entry.dataset.startWord;
    button.dataset.startRound = "";
    row.querySelector(".entry-end").append(button);
  }

  // Undo beside the result, as in the message of a page that was sent.
  function offerUndo(row, undo) {
    row.querySelector("[data-undo]")?.remove();
    if (!undo) return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button small", textContent: entry.dataset.undoWord });
    button.dataset.undo = "";
    button.addEventListener("click", () => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: undo.action, hidden: true });
      const token = row.querySelector("[name=csrfmiddlewaretoken]").value;
      for (const [name, value] of Object.entries({ ...undo.values, csrfmiddlewaretoken: token })) {
        form.append(Object.assign(document.createElement("input"), { name, value }));
      }
      document.body.append(form);
      form.submit();
    });
    row.querySelector(".entry-end").append(button);
  }

  function saved(row, body, moveOn = true) {
    localStorage.removeItem(key(row));
    row.classList.remove("entry-unsaved");
    const warnings = body.warnings ?? [];
    row.querySelector("[data-message]").textContent = warnings.join(" ");
    if (refused === row) refused = null;
    row.dataset.version = body.version;
    row.dataset.mark = `${body.version}-${body.state}${body.twice_alike ? "-twice" : ""}`;
    row.querySelector("input[name=based_on]").value = body.version;
    row.querySelector("[data-reason]").hidden = true;
    row.querySelector("[data-reason] input").value = "";
    for (const input of inputs(row)) input.dataset.saved = input.value;
    const chip = row.querySelector(".chip");
    if (chip) chip.textContent = body.label;
    row.querySelector("[data-confirm-sheet]")?.remove();
    offerToStart(row, false);
    if (body.twice_alike) alike(row.dataset.table, body.version);
    if (body.state === "entered") alone(row.dataset.table);
    if (body.confirm && entry.dataset.confirmWord) offerToConfirm(row, body.confirm);
    offerUndo(row, body.undo);
    say(entry.dataset.saved, row.dataset.table);
    document.body.dispatchEvent(new CustomEvent("entry:saved"));
    // Who confirms goes on with the next sheet that waits: one key each.
    const at = rows.indexOf(row);
    const next = body.state === "confirmed" ? (toConfirm(at) ?? toConfirm(0)) : undefined;
    // The next sheet would hide the warnings.
    if (!moveOn || warnings.length) return;
    if (next) goTo(next);
    else if (inOrder.checked && body.state !== "confirmed") goTo(emptyAfter(at));
    else jump.focus();
  }
}
