import http from "node:http";
import net from "node:net";
import { once } from "node:events";

/** A reverse proxy before several apis, like those that orchestrators run. */
export interface Balancer {
  readonly origin: string;
  /** Adds an api; it gets requests while `GET /api/ready` answers 200. */
  add(origin: string): void;
  remove(origin: string): void;
  close(): Promise<void>;
}

const PROBE_MS = 100;

/** Opens a proxy that asks for readiness ten times a second, and tries the next api when one refuses the connection. */
export async function openBalancer(): Promise<Balancer> {
  const apis = new Map<string, boolean>();
  // A connection per request, so that none is reused at the moment in which its api closes it.
  const agent = new http.Agent({ keepAlive: false });
  let turn = 0;
  const candidates = (): URL[] => {
    const ready = [...apis].filter(([, isReady]) => isReady).map(([origin]) => new URL(origin));
    turn += 1;
    return ready.map((_, index) => ready[(index + turn) % ready.length]).filter((each) => each !== undefined);
  };
  const probe = async (origin: string): Promise<void> => {
    const status = await fetch(`${origin}/api/ready`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (apis.has(origin)) apis.set(origin, status === 200);
  };

  const forward = (request: http.IncomingMessage, response: http.ServerResponse, body: Buffer, [api, ...others]: URL[]): void => {
    if (!api) return void response.writeHead(502).end();
    const { method, url, headers } = request;
    const forwarded = { ...headers, "x-forwarded-for": "127.0.0.1" };
    const onward = http.request({ host: api.hostname, port: api.port, method, path: url, headers: forwarded, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // A refused connection took nothing, so another api may be tried; anything else may have had an effect.
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") forward(request, response, body, others);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    onward.end(body);
  };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => forward(request, response, Buffer.concat(parts), candidates()));
  });
  server.on("upgrade", (request: http.IncomingMessage, near: net.Socket, head: Buffer) => {
    const [api] = candidates();
    if (!api) return void near.destroy();
    const far = net.connect(Number(api.port), api.hostname, () => {
      const lines = request.rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [`${name}: ${request.rawHeaders[index + 1] ?? ""}`] : [],
      );
      far.write(`${request.method ?? "GET"} ${request.url ?? "/"} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
    });
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const timer = setInterval(() => [...apis.keys()].forEach((origin) => void probe(origin)), PROBE_MS);
  return {
    origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    add: (origin) => void apis.set(origin, true),
    remove: (origin) => void apis.delete(origin),
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
