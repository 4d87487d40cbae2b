import type { InboundEvent, OutboundMessage, SendOutcome } from "@balcao/domain/messaging";
import type { TemplateDraft, TemplateFacts } from "@balcao/domain/templates";
import { GatewayError, type GatewayConnector, type SessionHost } from "@balcao/gateways/port";

/** Meta's desk in a story: the templates of one account, what was sent with them, and what Meta tells. */
export interface CloudDesk {
  readonly connector: GatewayConnector;
  readonly templates: Map<string, TemplateFacts>;
  readonly sent: OutboundMessage[];
  /** How many times the list was asked for. */
  lists(): number;
  /** What becomes of the next messages; sent unless told otherwise. */
  answerSends(outcome: SendOutcome | null): void;
  /** Every question fails with this until it is null. */
  failQuestions(fault: GatewayError | null): void;
  /** Meta tells something of a connection. */
  tells(connectionId: number, chat: string, event: InboundEvent): Promise<void>;
}

const keyOf = ({ name, language }: Pick<TemplateFacts, "name" | "language">): string => `${name}/${language}`;

export function template(name: string, body: string, more: Partial<TemplateFacts> = {}): TemplateFacts {
  const components = [{ type: "BODY", format: null, text: body, buttons: [] }];
  return { id: `id-${name}`, name, category: "UTILITY", language: "pt_BR", status: "APPROVED", reason: null, components, ...more };
}

export function openCloudDesk(): CloudDesk {
  const templates = new Map<string, TemplateFacts>();
  const sent: OutboundMessage[] = [];
  const hosts = new Map<number, SessionHost>();
  let fault: GatewayError | null = null;
  let outcome: SendOutcome | null = null;
  let lists = 0;
  let told = 0;
  const ask = <T>(answer: () => T): Promise<T> => (fault ? Promise.reject(fault) : Promise.resolve().then(answer));
  const report = { status: "CONNECTED", qrcode: null, phone: null, battery: null, reason: null } as const;
  const nothing = (): Promise<void> => Promise.resolve();

  const connector: GatewayConnector = {
    api: "cloud_api",
    open: ({ id }, host) => {
      hosts.set(id, host);
      return {
        api: "cloud_api",
        start: () => host.report(report),
        stop: nothing,
        logout: nothing,
        remove: nothing,
        status: () => Promise.resolve(report),
        send: (message) => {
          sent.push(message);
          return Promise.resolve(outcome ?? { state: "sent", externalId: `wamid.${message.outboxId}`, sentAt: null });
        },
        templates: {
          list: () =>
            ask(() => {
              lists += 1;
              return [...templates.values()];
            }),
          create: (draft) =>
            ask(() => {
              const made = toFacts(draft);
              if (templates.has(keyOf(made))) throw new GatewayError("invalid", "Já existe um template com este nome e idioma.", 2_388_024);
              templates.set(keyOf(made), made);
              return made;
            }),
          remove: (name) =>
            ask(() => {
              for (const [key, each] of templates) if (each.name === name) templates.delete(key);
            }),
        },
      };
    },
    toInbound: (_kind, payload) => revive(payload),
  };
  return {
    connector,
    templates,
    sent,
    lists: () => lists,
    answerSends: (next) => {
      outcome = next;
    },
    failQuestions: (next) => {
      fault = next;
    },
    tells: async (connectionId, chat, event) => {
      const host = hosts.get(connectionId);
      if (!host) throw new Error("no session of this connection yet");
      told += 1;
      const kind = event.kind === "templateStatus" ? "template" : event.kind === "ack" ? "ack" : "message";
      await host.accept([{ kind, chat, dedupeKey: `told-${told}`, sentAt: new Date(), payload: event, fileIds: [] }]);
    },
  };
}

function toFacts({ name, category, language, header, body, footer, buttons }: TemplateDraft): TemplateFacts {
  const text = (type: string, words: string) =>
    words === "" ? [] : [{ type, format: type === "HEADER" ? "TEXT" : null, text: words, buttons: [] }];
  const shown = buttons.map((button) => ({
    type: button.type,
    text: button.text,
    url: button.type === "URL" ? button.url : null,
    phoneNumber: button.type === "PHONE_NUMBER" ? button.phone_number : null,
  }));
  const components = [
    ...text("HEADER", header),
    ...text("BODY", body),
    ...text("FOOTER", footer),
    ...(shown.length > 0 ? [{ type: "BUTTONS", format: null, text: null, buttons: shown }] : []),
  ];
  return { id: `id-${name}-${language}`, name, category, language, status: "PENDING", reason: null, components };
}

/** The journal keeps plain JSON. */
function revive(payload: unknown): InboundEvent {
  return JSON.parse(JSON.stringify(payload), (key, value: unknown) =>
    (key === "sentAt" || key === "at") && typeof value === "string" ? new Date(value) : value,
  ) as InboundEvent;
}
