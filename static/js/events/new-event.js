// A new event starts with the time zone and the day of the browser, and with the usual number of rounds of the chosen
// game. What somebody has changed stays.

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const select of document.querySelectorAll("select[data-time-zone]")) {
  const asLoaded = [...select.options].find((option) => option.defaultSelected);
  if (select.value === asLoaded?.value && [...select.options].some((option) => option.value === here)) {
    select.value = here;
  }
}
for (const input of document.querySelectorAll("input[data-time-zone]")) {
  input.value ||= here;
}
const day = document.querySelector("input[type=date][name=starts_on]");
if (day?.value && day.value === day.defaultValue) day.value = new Date().toLocaleDateString("sv");

const rounds = document.querySelector("input[name=rounds]");
const usual = [...document.querySelectorAll("[data-rounds-of]")];
let given = rounds?.value;
document.addEventListener("change", (event) => {
  if (event.target.name !== "preset" || !usual.length || rounds.value !== given) return;
  given = usual.find((one) => one.dataset.roundsOf === event.target.value)?.value ?? given;
  rounds.value = given;
});
