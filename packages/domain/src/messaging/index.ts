export { ACKS, nextAck } from "./ack.js";
export type { Ack } from "./ack.js";
export { isTextType, MEDIA_KINDS, MESSAGE_TYPES } from "./content.js";
export type { MediaKind, MediaSource, MessageContent, MessageType } from "./content.js";
export type { InboundEvent, InboundKind, MessageRef, ProviderError, ReactionTarget } from "./inboundEvent.js";
export type { Forwarded, OutboundContent, OutboundMessage, QuotedMessage, SendOutcome } from "./outbound.js";
export { windowUntil } from "./serviceWindow.js";
export { ADDRESS_KINDS, addressesOf, peerKey, peerOfKey } from "./peer.js";
export type { AddressKind, PeerId } from "./peer.js";
