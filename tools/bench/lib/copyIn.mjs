import { once } from "node:events";

/** A COPY … FROM STDIN as a query object of pg's client. */
class CopyIn {
  #text;
  #chunks;
  #settle;
  #error = null;
  finished;

  constructor(text, chunks) {
    this.#text = text;
    this.#chunks = chunks;
    this.finished = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  submit(connection) {
    connection.query(this.#text);
  }

  async handleCopyInResponse(connection) {
    try {
      for await (const chunk of this.#chunks) {
        connection.sendCopyFromChunk(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
      }
      connection.endCopyFrom();
    } catch (error) {
      connection.sendCopyFail(error.message);
    }
  }

  handleError(error) {
    this.#error = error;
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    if (this.#error) this.#settle.reject(this.#error);
    else this.#settle.resolve();
  }
}

/** Sends the chunks (texts or buffers of rows) as one COPY. `text` is the whole statement, which ends in FROM STDIN. */
export async function copyIn(client, text, chunks) {
  const copy = new CopyIn(text, chunks);
  client.query(copy);
  await copy.finished;
}
