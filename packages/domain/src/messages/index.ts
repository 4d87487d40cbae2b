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
  type FailedFileFacts,
  type MessageFacts,
} from "./messageRules.js";
export {
  historyCondition,
  sharedHistory,
  restrictsHistory,
  type Histories,
  type HistoryCondition,
  type HistoryFacts,
} from "./historyRules.js";
export { ACKS, type Ack, DELIVERY_BY_ACK, deliveryOfAck, shownDelivery, type DeliveryState } from "./delivery.js";
export {
  isTextType,
  MEDIA_KINDS,
  MESSAGE_TYPES,
  UNREADABLE_BODY,
  UNSUPPORTED_BODY,
  VIEW_ONCE_BODY,
  type MediaKind,
  type MediaSource,
  type MessageContent,
  type MessageType,
  GALLERY_KINDS,
  type GalleryKind,
} from "./content.js";
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
export { windowFrom, windowUntil } from "./serviceWindow.js";
export { ADDRESS_KINDS, addressesOf, openedKey, peerKey, peerOfKey, type AddressKind, type PeerId } from "./peer.js";
export { readOptionList, readOptionRow, toOptionList, type OptionList } from "./optionList.js";
