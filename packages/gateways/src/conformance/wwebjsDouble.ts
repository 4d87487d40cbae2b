import { execFileSync } from "node:child_process";
import { createGuardedFetch } from "@balcao/platform/http";
import { startWwebPage, type Inbound, type RunningWwebPage } from "@balcao/simulators/wwebPage";
import { patience } from "@balcao/testing/patience";
import type { ConnectionProfile, IntakeEvent } from "../port/index.js";
import { killBrowser, ProfileFolder } from "../wwebjs/profileFolder.js";
import { createWwebjsConnector, type WwebjsConnectorOptions } from "../wwebjs/index.js";
import { LID_ONLY, type CustomerAct, type GatewayDouble, type Traits } from "./gatewayDouble.js";
import { until, type TestHost } from "./testHost.js";

const CUSTOMER = "5511900000001";
const NOT_HERE = (): never => {
  throw new Error("This network has neither webhooks nor HTTP answers.");
};
const MEDIA_TYPES = { image: "image", video: "video", audio: "ptt", document: "document" } as const;

export interface WwebjsDouble extends GatewayDouble {
  readonly page: RunningWwebPage;
  /** Kills the browser of the newest session, like a crash. */
  readonly killBrowser: () => Promise<void>;
  readonly profileFolder: () => Promise<ProfileFolder>;
  /** The connector of another process, with short pauses whatever the pauses of this one are. */
  readonly successor: GatewayDouble["connector"];
}

type Times = NonNullable<WwebjsConnectorOptions["times"]>;

export const WWEBJS_TRAITS: Traits = { carries: "socket", doubtful: [], refusals: [] };

/**
 * The real library in a real Chromium; the page and the servers are stand-ins. Its headless shell starts in a quarter of the processor time,
 * but only the `whole` browser marks the profile that it holds.
 */
export async function openWwebjsDouble(
  host: TestHost,
  {
    codeMs = 20_000,
    sessionsMax = 2,
    times = {},
    whole = false,
  }: { readonly codeMs?: number; readonly sessionsMax?: number; readonly times?: Times; readonly whole?: boolean } = {},
): Promise<WwebjsDouble> {
  const page = await startWwebPage({ codeMs });
  const fetchPublic = createGuardedFetch({ isAllowedAddress: () => true, ports: [page.port] });
  const options: WwebjsConnectorOptions = {
    chromiumPath: (whole ? undefined : process.env["SHELL_CHROMIUM"]) ?? process.env["E2E_CHROMIUM"],
    // Machines that run tests seldom offer a sandbox.
    chromiumArgs: [...page.browserArgs, "--no-sandbox"],
    sessionsMax,
    savedPage: { folder: page.folder, version: page.version },
    fetchPublic,
    times: { pauseMs: 50, sendMs: patience(3_000), outcomeMs: patience(9_000), ...times },
  };
  const profileNow = (): ConnectionProfile => ({ id: 1, name: "Vendas", api: "wwebjs", account: { ...host.memory }, webhookUrl: "" });
  const profileFolder = async (): Promise<ProfileFolder> => new ProfileFolder(await host.lastingFolder());
  const journal = (): readonly IntakeEvent[] => host.accepted;
  const kill = async (): Promise<void> => killBrowser(browserOf((await profileFolder()).profile));
  return {
    page,
    profileFolder,
    killBrowser: kill,
    connector: createWwebjsConnector(options),
    successor: createWwebjsConnector({ ...options, times: { ...options.times, pauseMs: 50 } }),
    unreachable: createWwebjsConnector({ ...options, chromiumPath: "/nowhere/chromium" }),
    profile: profileNow(),
    profileNow,
    customer: CUSTOMER,
    scanCode: () => page.network.link(),
    typeCode: (code) => page.network.typeCode(code),
    endPairingOnPhone: () => page.network.unlink(),
    dieSilently: kill,
    act: async (act) => {
      const id = perform(page, act);
      // An action on a message waits until the page has shown that message.
      if (act.kind !== "edit" && act.kind !== "revoke" && act.kind !== "react")
        await until(journal, (events) => events.some(({ dedupeKey }) => dedupeKey.endsWith(`:${id}`)));
      return id;
    },
    readEverything: async () => {
      for (const { serialized } of page.network.shown()) page.network.acknowledge(serialized, 3);
    },
    journal,
    webhookAnswers: () => [],
    fileBytes: () => null,
    shown: async () =>
      page.network.shown().map(({ id, type, fields, bytes }) => ({
        id,
        kind: type === "ptt" ? "audio" : type === "chat" ? "text" : type,
        text: textOf(fields, bytes === null ? "body" : "caption"),
        voice: type === "ptt",
        fileName: type === "document" ? textOf(fields, "filename") : "",
        bytes,
        quotedId: textOf(fields, "quotedStanzaID"),
        posts: 1,
      })),
    fault: NOT_HERE,
    misuseWebhooks: NOT_HERE,
    webhookFormat: NOT_HERE,
    // The page's events never contain bytes.
    withholdMedia: () => undefined,
    setPicture: (bytes, mime) => void page.network.pictures.set(`${CUSTOMER}@c.us`, { bytes, mime }),
    savePeople: (people) => {
      const { network } = page;
      const [first, ...others] = people;
      // WhatsApp Web keeps people of whom it has both addresses under the LID.
      if (first) network.putContact({ id: "100000000000071@lid", phoneNumber: `${first.phone}@c.us`, name: first.name, isMyContact: true });
      for (const { phone, name } of others) network.putContact({ id: `${phone}@c.us`, name, isMyContact: true });
      network.putContact({ id: `${CUSTOMER}@c.us`, name: "Apagado", pushname: "Desconhecido", isMyContact: false });
      network.putContact({ id: "120363000000000001@g.us", name: "Grupo", isMyContact: true });
      network.putContact({ id: `${network.me.phone}@c.us`, name: "Eu", isMyContact: true });
      network.putContact({ id: "100000000000077@lid", name: LID_ONLY, isMyContact: true });
    },
    accounts: () => page.pages(),
    close: () => page.close(),
  };
}

function textOf(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

function perform({ network }: RunningWwebPage, act: CustomerAct): string {
  switch (act.kind) {
    case "text": {
      const quoted = act.quoted === undefined ? {} : { quotedStanzaID: act.quoted };
      return network.inbound({ type: "chat", fields: { body: act.text, ...quoted }, fromMe: act.onOwnersPhone ?? false }).key.id;
    }
    case "edit":
      network.edit(idOf(network, act.target), act.text, false);
      return act.target;
    case "revoke":
      network.revoke(idOf(network, act.target), false);
      return act.target;
    case "react":
      network.react(act.target, act.emoji);
      return act.target;
    default: {
      const inbound: Inbound = {
        type: MEDIA_TYPES[act.kind],
        bytes: Buffer.from(act.bytes),
        fields: { mimetype: act.mime, filename: act.fileName, caption: act.caption, body: "thumbnail" },
      };
      if (act.better === undefined) return network.inbound(inbound).key.id;
      network.better(act.better, inbound);
      // Its event has the key of the message that it belongs to.
      return act.better;
    }
  }
}

function idOf(network: RunningWwebPage["network"], bareId: string): string {
  return network.serializedId(bareId);
}

/** The browser that runs with a profile, found by its arguments, because the shell does not mark what it holds. */
export function browserOf(profile: string): number {
  const rows = execFileSync("ps", ["-axo", "pid=,args="], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).split("\n");
  const row = rows.find((each) => each.includes(`--user-data-dir=${profile}`) && !each.includes("--type="));
  if (row === undefined) throw new Error("no browser runs");
  return Number.parseInt(row, 10);
}
