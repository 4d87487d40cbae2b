import type { ConnectorApi } from "@balcao/domain/connections";
import type { TemplateDraft } from "@balcao/domain/templates";
import { cleanTexts } from "@balcao/domain/texts";
import { answerGatewayCall, refuseGatewayCall, takeGatewayCall, type GatewayCallRow } from "@balcao/database/gatewayCalls";
import { GatewayError, type GatewayConnector } from "@balcao/gateways/port";
import { withFile } from "@balcao/platform/files";
import { peerOfKey, type MessageRef } from "@balcao/domain/messages";
import { countGatewayError, type Services } from "../../ground/kernel/index.js";
import {
  CHECK_CONTEXT,
  GATEWAY_CALL_KINDS,
  type ConnectorAnswers,
  type GatewayAnswers,
  type GatewayCallKind,
  readTemplates,
  type StoredRef,
  type StoredSample,
  templateCatalogOf,
} from "../../ground/gatewayCalls/index.js";
import type { KeptSession } from "./keptSession.js";
import type { SessionKeeper } from "./sessionKeeper.js";

/** The sessions of this process and its connectors, which answer the questions. */
interface Answerers {
  readonly keeper: SessionKeeper;
  readonly connectors: ReadonlyMap<ConnectorApi, GatewayConnector>;
}

/**
 * Takes one waiting question to a session or connector of this process and starts to answer it.
 * Returns whether there was one.
 */
export async function answerNextCall(services: Services, answerers: Answerers): Promise<boolean> {
  const held = answerers.keeper.sessions().map(({ connectionId }) => connectionId);
  const call = await takeGatewayCall(services.database.sql, held, [...answerers.connectors.keys()]);
  if (!call) return false;
  void answer(services, answerers, call);
  return true;
}

async function answer(services: Services, answerers: Answerers, call: GatewayCallRow): Promise<void> {
  const { sql } = services.database;
  try {
    await answerGatewayCall(sql, call.id, cleanTexts(await answerOf(services, answerers, call)));
  } catch (error) {
    countGatewayError(services, call.api ?? services.directory.current().connections.get(call.connectionId ?? 0)?.api, error);
    services.logger.warn({ err: error, connectionId: call.connectionId, kind: call.kind }, "a question to a gateway was refused");
    await refuseGatewayCall(sql, call.id, error instanceof GatewayError ? error.code : "ERR_GATEWAY").catch(() => undefined);
  }
}

async function answerOf(services: Services, { keeper, connectors }: Answerers, call: GatewayCallRow): Promise<unknown> {
  const input = (call.input ?? {}) as Readonly<Record<string, unknown>>;
  if (call.connectionId === null) return checkAccount(services, call.api === null ? undefined : connectors.get(call.api), input);
  const kept = keeper.session(call.connectionId);
  const kind = GATEWAY_CALL_KINDS.find((known): known is GatewayCallKind => known === call.kind);
  if (!kept || !kind) throw new GatewayError("notConnected", "the session is not here");
  return ANSWERS[kind](kept, input, services);
}

async function checkAccount(
  services: Services,
  connector: GatewayConnector | undefined,
  input: Readonly<Record<string, unknown>>,
): Promise<ConnectorAnswers["checkAccount"]> {
  if (!connector?.checkAccount) throw new GatewayError("unsupported", "this connector has no accounts to check");
  const account: unknown = JSON.parse(services.sealer.open(String(input["sealed"]), CHECK_CONTEXT));
  return { fault: await connector.checkAccount(account as Readonly<Record<string, string>>) };
}

type Answerer<K extends GatewayCallKind> = (
  kept: KeptSession,
  input: Readonly<Record<string, unknown>>,
  services: Services,
) => Promise<GatewayAnswers[K]>;

const ANSWERS: { readonly [K in GatewayCallKind]: Answerer<K> } = {
  start: async (kept) => {
    await kept.start();
    return null;
  },
  renew: async ({ session, status }) => {
    // A connection that is only disconnected is still linked: a new code requires a logout first.
    if (status() === "CONNECTED" || status() === "DISCONNECTED") await session.logout();
    await session.start();
    return null;
  },
  logout: async ({ session }) => {
    await session.logout();
    return null;
  },
  remove: async ({ session }) => {
    await session.remove();
    return null;
  },
  qr: async ({ session, status }) => {
    if (status() === "TIMEOUT" || status() === "LOGGEDOUT") await session.start();
    return { qrcode: (await session.status()).qrcode };
  },
  pair: async ({ session }, input) => {
    if (!session.requestPairingCode) throw new GatewayError("unsupported", "this connector has no pairing code");
    return { code: await session.requestPairingCode(String(input["phone"])) };
  },
  checkNumber: async ({ session }, input) => {
    if (!session.checkNumbers) throw new GatewayError("unsupported", "this connector cannot check numbers");
    const digits = String(input["digits"]);
    const peer = (await session.checkNumbers([digits])).get(digits);
    if (peer === undefined) throw new GatewayError("transient", "the network did not say whether it has the number");
    return { phone: peer?.phone ?? null };
  },
  addressBook: async ({ session }) => {
    if (!session.listSavedContacts)
      throw new GatewayError("unsupported", "this connector has no address book", { code: "ERR_GATEWAY_NO_ADDRESS_BOOK" });
    return { contacts: await session.listSavedContacts() };
  },
  edit: async ({ session }, input) => {
    if (!session.edit) throw new GatewayError("unsupported", "this connector cannot edit");
    await session.edit(toRef(input["target"]), String(input["text"]));
    return null;
  },
  deleteMessage: async ({ session }, input) => {
    if (!session.deleteForEveryone) throw new GatewayError("unsupported", "this connector cannot delete");
    await session.deleteForEveryone(toRef(input["target"]));
    return null;
  },
  react: async ({ session }, input) => {
    if (!session.react) throw new GatewayError("unsupported", "this connector cannot react");
    await session.react(toRef(input["target"]), typeof input["emoji"] === "string" ? input["emoji"] : null);
    return null;
  },
  group: async ({ session }, input) => {
    if (!session.getGroup) throw new GatewayError("unsupported", "this connector has no groups");
    return session.getGroup(peerOfKey(String(input["chat"])) ?? {});
  },
  templateList: async ({ session }, input, services) => ({ templates: await readTemplates(services, session, Number(input["maxAgeMs"])) }),
  templateCreate: async ({ session }, input, services) => {
    // `askGateway` wrote the row with these types.
    const [draft, sample] = [input["draft"] as TemplateDraft, (input["sample"] ?? null) as StoredSample | null];
    const catalog = templateCatalogOf(session);
    if (!sample) return { template: await catalog.create(draft) };
    const { stored, ...file } = sample;
    return withFile(services.files, stored, async (path) => ({ template: await catalog.create(draft, { id: stored, path, ...file }) }));
  },
  templateDelete: async ({ session }, input) => {
    await templateCatalogOf(session).remove(String(input["name"]));
    return null;
  },
};

function toRef(stored: unknown): MessageRef {
  const { externalId, chat, author, fromMe } = stored as StoredRef;
  const peer = peerOfKey(chat) ?? {};
  return { externalId, chat: peer, author: peerOfKey(author) ?? peer, fromMe };
}
