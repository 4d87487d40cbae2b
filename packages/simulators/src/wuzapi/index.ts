export { createClock, type SimulatorClock } from "./clock.js";
export type { WuzapiControl } from "./control.js";
export type { FaultAction, FaultMatch, FaultRule } from "./faults.js";
export type { InboundInput, InboundResult, MediaInput } from "./inbound.js";
export type { RecordedEntry, RecordedRequest, RecordedWebhook } from "./recorder.js";
export { sampleOf, type Sample, type SampleName } from "./samples.js";
export { startWuzapi, type RunningWuzapi } from "./server.js";
export type { PhoneState, UserState, WorldState } from "./state.js";
export type {
  ChatMessage,
  Customer,
  Group,
  MessageKind,
  MessageState,
  Phone,
  ReceiptPolicy,
  RetryPolicy,
  Switches,
  WebhookFaults,
  WebhookFormat,
  WebhookOutcome,
  WebhookPayload,
  WuzapiOptions,
} from "./types.js";
