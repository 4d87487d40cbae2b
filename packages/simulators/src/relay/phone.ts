import {
  addTransactionCapability,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  initAuthCreds,
  proto,
  unpadRandomMax16,
  xmppPreKey,
  xmppSignedPreKey,
  type BinaryNode,
} from "@whiskeysockets/baileys";
import { answerFor } from "./history.js";
import { memoryKeys } from "./memoryKeys.js";
import { bytesOf, child, element, SILENT } from "./node.js";
import { phoneJid, type Account, type Wire } from "./world.js";

const { PEER_DATA_OPERATION_REQUEST_MESSAGE } = proto.Message.ProtocolMessage.Type;
const { HISTORY_SYNC_ON_DEMAND } = proto.Message.PeerDataOperationRequestType;
const CURVE_KEY = Buffer.from([5]);

/**
 * The owner's phone as its linked device sees it. It is the only recipient whose messages the relay
 * can decrypt.
 */
interface Phone {
  /** The key bundle for a first message to the phone, with a one-time key per requester. */
  readonly bundle: () => Promise<BinaryNode[]>;
  /** Decrypts an `<enc>` of the linked device. */
  readonly open: (from: string, enc: BinaryNode) => Promise<proto.IMessage>;
}

const phones = new WeakMap<Account, Phone>();

/** The phone of an account, with its own keys. */
export function phoneOf(account: Account): Phone {
  const phone = phones.get(account) ?? makePhone();
  phones.set(account, phone);
  return phone;
}

function makePhone(): Phone {
  const creds = initAuthCreds();
  const keys = addTransactionCapability(memoryKeys(), SILENT, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, SILENT);
  const registration = Buffer.alloc(4);
  registration.writeUInt32BE(creds.registrationId);
  let given = 0;
  return {
    bundle: async () => {
      const id = (given += 1);
      const pair = Curve.generateKeyPair();
      await keys.set({ "pre-key": { [String(id)]: pair } });
      return [
        element("registration", {}, registration),
        element("type", {}, CURVE_KEY),
        element("identity", {}, creds.signedIdentityKey.public),
        xmppSignedPreKey(creds.signedPreKey),
        xmppPreKey(pair, id),
      ];
    },
    open: async (from, enc) => {
      const type = enc.attrs["type"] === "pkmsg" ? "pkmsg" : "msg";
      const plain = await repository.decryptMessage({ jid: from, type, ciphertext: bytesOf(enc) });
      const message = proto.Message.decode(unpadRandomMax16(plain));
      return message.deviceSentMessage?.message ?? message;
    },
  };
}

/**
 * Lets the phone decrypt a stanza of its linked device and answer requests as phones do; other
 * content is ignored.
 */
export async function sendToPhone(connection: Wire, account: Account, node: BinaryNode): Promise<void> {
  const enc = child(node, "enc");
  if (enc === undefined) return;
  const { protocolMessage } = await phoneOf(account).open(phoneJid(account), enc);
  const wanted = protocolMessage?.peerDataOperationRequestMessage;
  if (protocolMessage?.type !== PEER_DATA_OPERATION_REQUEST_MESSAGE || wanted?.peerDataOperationRequestType !== HISTORY_SYNC_ON_DEMAND)
    return;
  const answer = answerFor(account, wanted.historySyncOnDemandRequest ?? {}, connection.world);
  if (answer !== null) connection.send(answer);
}
