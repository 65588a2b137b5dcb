// Times of an event for readers elsewhere: the event's time with the city of its zone, and the reader's own time.

const zoneOfPage = () => document.querySelector("meta[name=time-zone]");

/** Last part of a zone's name: Buenos Aires for America/Argentina/Buenos_Aires. */
export const city = (zone) => zone.split("/").pop().replaceAll("_", " ");

// Swedish writes the numbers of ISO 8601.
const format = (moment, options) => new Intl.DateTimeFormat("sv", options).format(moment);
const hour = (moment, timeZone) => format(moment, { hour: "2-digit", minute: "2-digit", timeZone });
const day = (moment, timeZone) => format(moment, { year: "numeric", month: "2-digit", day: "2-digit", timeZone });

/** "Tue 1 Dec, 19:00", in the order of the language; English as the pages have it. */
function withDate(moment, timeZone, language) {
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const locale = language === "en" ? "en-GB" : language;
  return new Intl.DateTimeFormat(locale, { ...parts, hourCycle: "h23", timeZone }).format(moment);
}

function withDay(moment, timeZone, language) {
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone }).format(moment);
  return `${weekday} ${hour(moment, timeZone)}`;
}

/** True where the clocks of the two zones differ at that moment; an undefined zone is the device's. */
export function differs(moment, zone, own) {
  return hour(moment, zone) !== hour(moment, own) || day(moment, zone) !== day(moment, own);
}

/** True where a weekday does not tell which day it is. */
const isFar = (moment, now) => Math.abs(moment - now) >= 6 * 24 * 3600 * 1000;

/**
 * "00:32", or "Sun 00:32 Brussels, Sat 23:32 for you"; the weekday where the two days differ or it is not today, with
 * the date where it is six days away or more.
 */
export function eventTime(moment, { zone, both, language = "en", own = undefined, now = Date.now() }) {
  const days = day(moment, zone) !== day(moment, own) || day(moment, zone) !== day(now, zone);
  const dayOf = isFar(moment, now) ? withDate : withDay;
  const say = (timeZone) => (days ? dayOf(moment, timeZone, language) : hour(moment, timeZone));
  if (!differs(moment, zone, own)) return say(zone);
  return both.replaceAll("{time}", say(zone)).replaceAll("{city}", city(zone)).replaceAll("{own}", say(own));
}

/** The same with zone, words and language of the page. */
export function timeOnPage(moment, now) {
  const page = zoneOfPage();
  const language = document.documentElement.lang;
  return eventTime(moment, { zone: page.content, both: page.dataset.both, language, now });
}

function addOwnTimes() {
  const { content: zone } = zoneOfPage();
  for (const element of document.querySelectorAll("time[datetime*=T]:not([data-own-time])")) {
    const moment = Date.parse(element.dateTime);
    if (Number.isNaN(moment)) continue;
    element.dataset.ownTime = "";
    if (differs(moment, zone)) element.title = timeOnPage(moment, moment);
  }
}

/** Names the zone of the page and the reader's time once, and the reader's time at every moment that is marked up. */
export function hookTimes() {
  const page = zoneOfPage();
  if (!page) return;
  const note = document.querySelector("[data-zone-note]");
  const now = Date.now();
  if (note && differs(now, page.content)) {
    const days = day(now, page.content) !== day(now);
    const say = (zone) => (days ? withDay(now, zone, document.documentElement.lang) : hour(now, zone));
    const words = page.dataset.note.replaceAll("{city}", city(page.content));
    note.textContent = words.replaceAll("{time}", say(page.content)).replaceAll("{own}", say());
    note.hidden = false;
  }
  addOwnTimes();
  document.addEventListener("htmx:afterSwap", addOwnTimes);
}
