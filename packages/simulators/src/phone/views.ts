import type { ChatMessage, WorldState, WuzapiControl } from "../wuzapi/index.js";

/** The state for the page's lists; messages are loaded with their chat. */
export function toPageState(state: WorldState) {
  return {
    users: state.users.map(({ token: _secret, ...user }) => user),
    phones: state.phones.map((phone) => ({ ...phone, linkedTo: state.users.find((user) => user.token === phone.linkedTo)?.id ?? "" })),
    customers: state.customers.map(({ phone, name, online, readReceipts }) => ({ phone, name, online, readReceipts })),
    groups: state.groups,
    chats: state.chats.map(({ messages, ...chat }) => {
      const last = messages.at(-1);
      return {
        ...chat,
        unread: messages.filter((message) => message.author === "owner" && message.state !== "read").length,
        last:
          last === undefined
            ? null
            : {
                text: last.revoked ? "" : last.text,
                kind: last.kind,
                at: last.at,
                author: last.author,
                revoked: last.revoked,
                seconds: last.seconds,
              },
      };
    }),
    activity: state.activity.slice(-30).reverse(),
  };
}

/** The messages of one chat, each with its file and its quoted message. */
export function toPageChat(control: WuzapiControl, number: string, chat: string) {
  const messages = control.state().chats.find((known) => known.number === number && known.chat === chat)?.messages ?? [];
  const byId = new Map(messages.map((message) => [message.id, message]));
  return messages.map((message) => ({
    id: message.id,
    from: message.author,
    kind: message.kind,
    text: message.text,
    at: message.at,
    ticks: message.state,
    edited: message.edited,
    revoked: message.revoked,
    forwarded: message.forwarded,
    seconds: message.seconds,
    ptt: message.ptt,
    options: message.options,
    location: message.location,
    contact: message.contact?.name ?? "",
    reactions: message.reactions.map((reaction) => reaction.emoji),
    file: toPageFile(control, message),
    quoted: toQuote(byId.get(message.quotedId)),
  }));
}

function toPageFile(control: WuzapiControl, message: ChatMessage) {
  const file = message.fileKey === "" ? null : control.fileInfo(message.fileKey);
  return file === null ? null : { key: message.fileKey, mime: file.mime, name: file.fileName, size: file.size };
}

function toQuote(message: ChatMessage | undefined) {
  return message === undefined ? null : { from: message.author, text: message.text, kind: message.kind };
}
