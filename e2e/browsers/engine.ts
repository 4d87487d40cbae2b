import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "@balcao/testing/patience";

/** An installed browser that is driven by WebDriver's commands: Firefox by its own port, WebKitGTK by its driver. */
export interface Engine {
  navigate(url: string): Promise<void>;
  /** Runs a function in the page and returns what it resolves with. */
  run<T, A extends readonly unknown[]>(script: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** Input of a keyboard, mouse or wheel, as WebDriver's "perform actions" takes it. */
  act(...sources: readonly object[]): Promise<void>;
  /** Sets the size of the window, in px. */
  resize(width: number, height: number): Promise<void>;
  /** A picture of the page, as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

type Send = (command: "navigate" | "run" | "act" | "resize" | "picture", body: object) => Promise<unknown>;

const START_MS = 30_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Repeats what a starting program refuses, until it answers. */
async function whenStarted<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + patience(START_MS); ; await sleep(100)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/** WebDriver's asynchronous script, whose last argument is called with the answer. */
const toScript = (script: (...args: never[]) => unknown): string =>
  `const done = arguments[arguments.length - 1];
   Promise.resolve((${script.toString()})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;

function toEngine(send: Send, child: ChildProcess, folder: string): Engine {
  return {
    navigate: async (url) => void (await send("navigate", { url })),
    run: async <T>(script: (...args: never[]) => unknown, ...args: readonly unknown[]) => {
      const answer = (await send("run", { script: toScript(script), args })) as { value?: T; error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as T;
    },
    act: async (...actions) => void (await send("act", { actions })),
    resize: async (width, height) => void (await send("resize", { width, height })),
    picture: async () => Buffer.from((await send("picture", {})) as string, "base64"),
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      await Promise.race([ended, sleep(5_000)]);
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const PREFERENCES = {
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.disabledForTesting": true,
  "network.proxy.type": 0,
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "intl.accept_languages": "pt-BR",
};

/** Firefox without a window, driven by Marionette: WebDriver's commands over a socket, each with its length before it. */
export async function openFirefox(program: string): Promise<Engine> {
  const folder = mkdtempSync(path.join(tmpdir(), "balcao-firefox-"));
  const port = await freePort();
  const lines = Object.entries({ ...PREFERENCES, "marionette.port": port });
  writeFileSync(
    path.join(folder, "user.js"),
    lines.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""),
  );
  const child = spawn(program, ["--headless", "--marionette", "--no-remote", "--profile", folder], { detached: true, stdio: "ignore" });
  const socket = await whenStarted(
    () =>
      new Promise<ReturnType<typeof connect>>((resolve, reject) => {
        const opened = connect(port, "127.0.0.1", () => resolve(opened)).once("error", reject);
      }),
  );
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let received = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (let colon = received.indexOf(":"); colon > 0; colon = received.indexOf(":")) {
      const length = Number(received.subarray(0, colon));
      if (received.length < colon + 1 + length) return;
      const message = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString("utf8")) as unknown;
      received = received.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result);
    }
  });
  let last = 0;
  const ask = (name: string, body: object) =>
    new Promise<unknown>((resolve, reject) => {
      const text = Buffer.from(JSON.stringify([0, (last += 1), name, body]));
      waiting.set(last, { resolve, reject });
      socket.write(Buffer.concat([Buffer.from(`${String(text.length)}:`), text]));
    });
  await ask("WebDriver:NewSession", { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } });
  const names = {
    navigate: "WebDriver:Navigate",
    run: "WebDriver:ExecuteAsyncScript",
    act: "WebDriver:PerformActions",
    resize: "WebDriver:SetWindowRect",
    picture: "WebDriver:TakeScreenshot",
  };
  const send: Send = async (command, body) => {
    const answer = (await ask(names[command], body)) as { value?: unknown } | null;
    return answer?.value;
  };
  const engine = toEngine(send, child, folder);
  await engine.resize(1280, 860);
  return engine;
}

const MINI_BROWSERS = ["x86_64-linux-gnu", "aarch64-linux-gnu"].flatMap((machine) =>
  ["4.1", "4.0", "6.0"].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
);

/** WebKitGTK's small browser, driven by WebDriver over HTTP; it has a window, so that it runs in a display that nobody sees. */
export async function openWebKit(driver: string): Promise<Engine> {
  const folder = mkdtempSync(path.join(tmpdir(), "balcao-webkit-"));
  const port = await freePort();
  const env = {
    ...process.env,
    HOME: folder,
    LANG: "pt_BR.UTF-8",
    LANGUAGE: "pt_BR",
    LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
  };
  const child = spawn("xvfb-run", ["-a", "-s", "-screen 0 1600x1200x24", driver, `--port=${String(port)}`], {
    detached: true,
    stdio: "ignore",
    env,
  });
  const ask = async (method: string, address: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${address}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error((value as { message?: string }).message ?? String(response.status));
    return value;
  };
  await whenStarted(() => ask("GET", "/status"));
  const binary = MINI_BROWSERS.find((file) => existsSync(file));
  const options = binary === undefined ? {} : { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const { sessionId } = (await ask("POST", "/session", { capabilities: { alwaysMatch: options } })) as { sessionId: string };
  const paths = { navigate: "url", run: "execute/async", act: "actions", resize: "window/rect", picture: "screenshot" };
  const send: Send = (command, body) => {
    const address = `/session/${sessionId}/${paths[command]}`;
    return command === "picture" ? ask("GET", address) : ask("POST", address, body);
  };
  const engine = toEngine(send, child, folder);
  await engine.resize(1280, 860);
  return {
    ...engine,
    close: async () => {
      await ask("DELETE", `/session/${sessionId}`).catch(() => undefined);
      await engine.close();
    },
  };
}
