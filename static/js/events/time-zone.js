// A new tournament starts with the time zone of the browser; a chosen one stays.

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
