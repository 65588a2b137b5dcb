// A new tournament starts with the time zone of the browser; who has chosen one keeps it.

for (const select of document.querySelectorAll("select[data-time-zone]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const asLoaded = [...select.options].find((option) => option.defaultSelected);
  if (select.value === asLoaded?.value && [...select.options].some((option) => option.value === here)) {
    select.value = here;
  }
}
