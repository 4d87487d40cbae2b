export {
  EDIT_WINDOW_MS,
  isEditable,
  isForwardable,
  isOwnMessage,
  isReactable,
  mentionedDigits,
  REFETCH_MS,
  refetchOf,
  takesReactions,
} from "./messageRules.js";
export type { FailedFileFacts, MessageFacts } from "./messageRules.js";
export { historyCondition, sharedHistory, restrictsHistory } from "./historyRules.js";
export type { Histories, HistoryCondition, HistoryFacts } from "./historyRules.js";
export { ACKS } from "./ack.js";
export type { Ack } from "./ack.js";
export { DELIVERY_BY_ACK, deliveryOfAck, shownDelivery } from "./delivery.js";
export type { DeliveryState } from "./delivery.js";
export { isTextType, MEDIA_KINDS, MESSAGE_TYPES, UNREADABLE_BODY, UNSUPPORTED_BODY, VIEW_ONCE_BODY } from "./content.js";
export type { MediaKind, MediaSource, MessageContent, MessageType } from "./content.js";
export { isHugePicture, receivedKindOf, shownKindOf } from "./shownKind.js";
export type {
  AdSource,
  EditKey,
  InboundEvent,
  MessagePricing,
  QuotedContent,
  MessageRef,
  ProviderError,
  ReactionTarget,
  SealedEdit,
} from "./inboundEvent.js";
export type { Forwarded, OutboundContent, OutboundFile, OutboundMessage, QuotedMessage, SendOutcome } from "./outbound.js";
export { GALLERY_KINDS } from "./gallery.js";
export type { GalleryKind } from "./gallery.js";
export { windowFrom, windowUntil } from "./serviceWindow.js";
export { ADDRESS_KINDS, addressesOf, openedKey, peerKey, peerOfKey } from "./peer.js";
export type { AddressKind, PeerId } from "./peer.js";
export { readOptionList, readOptionRow, toOptionList } from "./optionList.js";
export type { OptionList } from "./optionList.js";
