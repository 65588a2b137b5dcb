// The program opens the organiser's browser with this mark; links that people were sent have none.

if (location.hash === "#start") document.querySelector("main form")?.requestSubmit();
