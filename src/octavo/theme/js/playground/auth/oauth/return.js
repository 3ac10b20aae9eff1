// Runs in the page that a provider sends the reader back to: hands the answer to the page that
// waits for it, and ends.
const CHANNEL = "octavo-oauth";
const PATIENCE_MS = 3000;

const answer = Object.fromEntries([...new URLSearchParams(location.search), ...new URLSearchParams(location.hash.slice(1))]);
// Neither a code nor a token stays in the address or in the history.
history.replaceState(null, "", location.pathname);

/** Says what the page has brought along for this case. @param {"late" | "done" | "nothing"} state */
function tell(state) {
  const place = document.querySelector("[data-done]");
  if (place instanceof HTMLElement) place.textContent = place.dataset[state] ?? "";
}

if (answer.state) {
  const channel = new BroadcastChannel(CHANNEL);
  const late = setTimeout(() => {
    tell("late");
  }, PATIENCE_MS);
  channel.addEventListener("message", ({ data }) => {
    if (data?.taken !== answer.state) return;
    clearTimeout(late);
    tell("done");
    window.close();
  });
  channel.postMessage(answer);
} else tell("nothing");
