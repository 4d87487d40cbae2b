export { ACKS, nextAck } from "./ack.js";
export type { Ack } from "./ack.js";
export { isTextType, MEDIA_KINDS, MESSAGE_TYPES, UNREADABLE_BODY, UNSUPPORTED_BODY } from "./content.js";
export type { MediaKind, MediaSource, MessageContent, MessageType } from "./content.js";
export type { EditKey, InboundEvent, InboundKind, MessageRef, ProviderError, ReactionTarget, SealedEdit } from "./inboundEvent.js";
export type { Forwarded, OutboundContent, OutboundMessage, QuotedMessage, SendOutcome } from "./outbound.js";
export { windowUntil } from "./serviceWindow.js";
export { ADDRESS_KINDS, addressesOf, peerKey, peerOfKey } from "./peer.js";
export type { AddressKind, PeerId } from "./peer.js";
