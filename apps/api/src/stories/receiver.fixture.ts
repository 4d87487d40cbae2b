import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A delivery as it arrived. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly id: string; readonly event: string; readonly at: string; readonly data: Record<string, unknown> };
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly host: string;
  readonly url: string;
  readonly arrivals: Arrival[];
  /** How it answers: a status, or a function that writes the answer. */
  answer: (arrival: Arrival) => number | ((response: ServerResponse) => void);
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString("utf8");
      const arrival = { path: request.url ?? "", headers: request.headers, text, body: JSON.parse(text) as Arrival["body"] };
      arrivals.push(arrival);
      const answer = receiver.answer(arrival);
      if (typeof answer === "number") response.writeHead(answer).end();
      else answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    ...{ host, url: `http://${host}/hook`, arrivals },
    answer: () => 200,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
