// Runs in the page that a provider sends the reader back to: hands the answer to the page that
// waits for it, and ends.
const CHANNEL = "octavo-oauth";
const PATIENCE_MS = 3000;

const answer = Object.fromEntries([...new URLSearchParams(location.search), ...new URLSearchParams(location.hash.slice(1))]);
// Neither a code nor a token stays in the address or in the history.
history.replaceState(null, "", location.pathname);

/** @param {string} message */
function tell(message) {
  const place = document.querySelector("[data-return]");
  if (place) place.textContent = message;
}

if (answer.state) {
  const channel = new BroadcastChannel(CHANNEL);
  const late = setTimeout(() => {
    tell("No page waits for this sign-in any more. Close this window, and start again.");
  }, PATIENCE_MS);
  channel.addEventListener("message", ({ data }) => {
    if (data?.taken !== answer.state) return;
    clearTimeout(late);
    tell("Done. You can close this window.");
    window.close();
  });
  channel.postMessage(answer);
} else tell("There is nothing to do here. Sign in on a page of the API reference.");
