/** The names that a user may subscribe to; `All` stands for every one. */
export const EVENT_TYPES: ReadonlySet<string> = new Set([
  "Message", "UndecryptableMessage", "Receipt", "MediaRetry", "ReadReceipt", "GroupInfo", "JoinedGroup", "Picture", "BlocklistChange", "Blocklist",
  "Connected", "Disconnected", "ConnectFailure", "KeepAliveRestored", "KeepAliveTimeout", "QRTimeout", "LoggedOut", "ClientOutdated", "TemporaryBan",
  "StreamError", "StreamReplaced", "PairSuccess", "PairError", "QR", "QRScannedWithoutMultidevice", "PrivacySettings", "PushNameSetting", "UserAbout",
  "AppState", "AppStateSyncComplete", "HistorySync", "OfflineSyncCompleted", "OfflineSyncPreview", "CallOffer", "CallAccept", "CallTerminate",
  "CallOfferNotice", "CallRelayLatency", "Presence", "ChatPresence", "IdentityChange", "CATRefreshError", "NewsletterJoin", "NewsletterLeave",
  "NewsletterMuteChange", "NewsletterLiveUpdate", "FBMessage", "All",
]);

/** Keeps the names that WuzAPI knows and drops the rest silently, as its session and webhook routes do. */
export function knownEvents(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.trim()))].filter((name) => EVENT_TYPES.has(name));
}
