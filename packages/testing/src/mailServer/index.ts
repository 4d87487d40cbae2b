import { once } from "node:events";
import type net from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it arrived: the addresses of its envelope, and the text with its headers. */
export interface ArrivedMail {
  readonly to: readonly string[];
  readonly text: string;
}

/** A server of SMTP on this machine. */
export interface TestMailServer {
  readonly port: number;
  readonly arrived: readonly ArrivedMail[];
  /** How many connections were left without a word. */
  hung(): number;
  /** `hung`: it greets and then says nothing; `busy`: 451 to every recipient; `refusing`: 550. */
  set(trouble: "none" | "hung" | "busy" | "refusing"): void;
  close(): Promise<void>;
}

interface MailServerOptions {
  /** A free one where none is named. */
  readonly port?: number;
  /** Who may sign in; without it nobody has to. */
  readonly user?: { readonly name: string; readonly password: string };
  readonly tls?: { readonly key: string; readonly cert: string; readonly isFromStart: boolean };
}

export async function openTestMailServer({ port = 0, user, tls }: MailServerOptions = {}): Promise<TestMailServer> {
  const arrived: ArrivedMail[] = [];
  let hung = 0;
  let trouble: Parameters<TestMailServer["set"]>[0] = "none";
  const options: SMTPServerOptions = {
    authOptional: user === undefined,
    disabledCommands: [...(user ? [] : ["AUTH"]), ...(tls ? [] : ["STARTTLS"])],
    ...(tls && { secure: tls.isFromStart, key: tls.key, cert: tls.cert }),
    // A lookup of the caller's name would decide when a trouble begins.
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      if (trouble === "hung") hung += 1;
      else done();
    },
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === user?.name && password === user?.password;
      done(isRight ? null : new Error("Invalid username or password"), isRight ? { user: username } : undefined);
    },
    onRcptTo: (_address, _session, done) => {
      const code = { none: 0, hung: 0, busy: 451, refusing: 550 }[trouble];
      done(code === 0 ? null : Object.assign(new Error("Mailbox unavailable"), { responseCode: code }));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString("utf8") });
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return {
    port: (server.server.address() as net.AddressInfo).port,
    arrived,
    hung: () => hung,
    set: (next) => void (trouble = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
