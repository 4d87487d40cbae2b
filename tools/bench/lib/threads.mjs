/** Waits for the first message of a thread, which says that it is ready. `ask` posts a question and resolves with the next message. */
export async function openThread(thread) {
  const ask = (question) =>
    new Promise((resolve, reject) => {
      const settle = (answer) => {
        thread.off("error", reject);
        resolve(answer);
      };
      thread.once("message", settle);
      thread.once("error", reject);
      if (question !== null) thread.postMessage(question);
    });
  await ask(null);
  return { ask, close: () => thread.terminate() };
}
