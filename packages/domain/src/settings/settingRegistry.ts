/** Where the settings page shows a setting (SET-001). */
export const SETTING_SECTIONS = ["tickets", "messages", "visualization"] as const;
export type SettingSection = (typeof SETTING_SECTIONS)[number];

interface Shown {
  readonly section: SettingSection;
  /** Only user 1 sees and changes it (SET-033, D-224). */
  readonly superOnly?: true;
  /** Nothing reads it yet, so the settings page does not show it. */
  readonly unread?: true;
}

/** `enabled` or `disabled` (SET-011). */
interface ToggleSetting extends Shown {
  readonly kind: "toggle";
  readonly default: "enabled" | "disabled";
}

/** A number from a list. `off: true` offers the empty value, which means "off" (D-223). */
interface IntervalSetting extends Shown {
  readonly kind: "interval";
  readonly unit: "seconds" | "minutes" | "days";
  readonly choices: readonly number[];
  readonly off: boolean;
  readonly default: string;
}

/** A word from a list; an unknown stored word counts as the default (D-101). */
interface ChoiceSetting extends Shown {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly default: string;
}

/** HH:MM, with the documented sentence for an invalid one (SET-028). */
interface TimeSetting extends Shown {
  readonly kind: "time";
  readonly default: string;
  readonly sentence: string;
}

/** An https address, or empty. */
interface UrlSetting extends Shown {
  readonly kind: "url";
  readonly default: "";
}

/** A text of at most so many characters; empty where that means something. */
interface TextSetting extends Shown {
  readonly kind: "text";
  readonly longest: number;
  /** The form of a text that is not empty. */
  readonly form?: RegExp;
  readonly default: string;
}

/** The id of a stored picture, or empty. It is set by uploading one; a value from the wire can only be the empty one. */
interface PictureSetting extends Shown {
  readonly kind: "picture";
  readonly default: "";
}

/** An IANA zone (ADR 39). */
interface ZoneSetting extends Shown {
  readonly kind: "zone";
  readonly default: string;
}

/** A country by its ISO code. Whether there is one is asked where it is changed, because every page loads this file. */
interface CountrySetting extends Shown {
  readonly kind: "country";
  readonly default: string;
}

export type SettingRow =
  ToggleSetting | IntervalSetting | ChoiceSetting | TimeSetting | UrlSetting | TextSetting | PictureSetting | ZoneSetting | CountrySetting;

/** To whom a setting gives a right (D-269). */
const HOLDERS = ["everyone", "managers", "administrators"] as const;

/** The zone of a company that has chosen none: the documented UTC−3. */
const DEFAULT_TIME_ZONE = "America/Sao_Paulo";

/** The age at which something is deleted, off at first (D-450). */
const AGE = {
  kind: "interval",
  section: "messages",
  unit: "days",
  off: true,
  default: "",
  choices: [7, 30, 90, 180, 365, 730, 1825, 3650],
  superOnly: true,
} as const;

/**
 * Every setting: its kind, choices, unit and seeded value (group SET, D-172, D-221 to D-225). The
 * keys are the names on the wire.
 */
// prettier-ignore
export const SETTINGS = {
  timeCreateNewTicket:    { kind: "interval", section: "tickets", unit: "seconds", off: false, default: "60", choices: [0, 10, 30, 60, 300, 600, 1800, 3600, 7200, 18000, 21600, 43200, 86400, 172800] },
  queueCron:              { kind: "interval", section: "tickets", unit: "minutes", off: true,  default: "",   choices: [2, 5, 10, 15, 30, 60] },
  shareWaiting:           { kind: "toggle",   section: "tickets", default: "disabled" },
  lastAttendant:          { kind: "toggle",   section: "tickets", default: "disabled" },
  returnUnanswered:       { kind: "interval", section: "tickets", unit: "minutes", off: true,  default: "",   choices: [5, 10, 15, 30, 60, 120] },
  intervalClose:          { kind: "interval", section: "tickets", unit: "minutes", off: true,  default: "",   choices: [10, 15, 30, 60, 180, 1440] },
  closeNpsInterval:       { kind: "interval", section: "tickets", unit: "minutes", off: false, default: "10", choices: [1, 5, 10, 30, 60, 120, 300, 720, 1440] },
  horarioAbertura:        { kind: "time",     section: "tickets", default: "08:00", sentence: "Horário de abertura inválido" },
  horarioFechamento:      { kind: "time",     section: "tickets", default: "18:00", sentence: "Horário de fechamento inválido" },
  horarioAlmoco:          { kind: "time",     section: "tickets", default: "12:00", sentence: "Horário de almoço inválido" },
  horarioFimAlmoco:       { kind: "time",     section: "tickets", default: "13:00", sentence: "Horário de final de almoço inválido" },
  timeZone:               { kind: "zone",     section: "tickets", default: DEFAULT_TIME_ZONE },
  weekdays:               { kind: "toggle",   section: "tickets", default: "enabled" },
  saturday:               { kind: "toggle",   section: "tickets", default: "disabled" },
  sunday:                 { kind: "toggle",   section: "tickets", default: "disabled" },
  holidays:               { kind: "toggle",   section: "tickets", default: "disabled" },
  openingHours:           { kind: "text",     section: "tickets", longest: 30_000, default: "" },
  CheckMsgIsGroup:        { kind: "toggle",   section: "tickets", default: "disabled" },
  groupPerUser:           { kind: "toggle",   section: "tickets", default: "disabled" },
  generateProtocol:       { kind: "toggle",   section: "tickets", default: "disabled" },
  greetingProtocolGroup:  { kind: "toggle",   section: "tickets", default: "disabled" },
  closingReason:          { kind: "choice",   section: "tickets", default: "off", choices: ["off", "optional", "required"] },
  closingReasons:         { kind: "text",     section: "tickets", longest: 30_000, default: "" },
  sendPermission:         { kind: "choice",   section: "tickets", default: "everyone", choices: HOLDERS },
  maintainPermission:     { kind: "choice",   section: "tickets", default: "everyone", choices: HOLDERS },
  allowAgendador:         { kind: "toggle",   section: "tickets", default: "enabled" },
  userCreation:           { kind: "toggle",   section: "tickets", default: "disabled" },
  secondFactorFor:        { kind: "choice",   section: "tickets", default: "nobody", choices: ["nobody", "administrators", "managers", "everyone"] },
  secondFactorGrace:      { kind: "interval", section: "tickets", unit: "days", off: false, default: "7", choices: [0, 3, 7, 14, 30] },
  blockContactImport:     { kind: "toggle",   section: "tickets", default: "disabled", superOnly: true },
  call:                   { kind: "toggle",   section: "messages", default: "enabled" },
  forceSign:              { kind: "toggle",   section: "messages", default: "disabled" },
  forceTransferMessage:   { kind: "toggle",   section: "messages", default: "disabled" },
  sound:                  { kind: "choice",   section: "messages", default: "default", choices: ["default", "blub", "experience", "skype"] },
  notificateAllTickets:   { kind: "toggle",   section: "messages", default: "disabled" },
  notifyGroupToAllUsers:  { kind: "toggle",   section: "messages", default: "disabled" },
  optOutWords:            { kind: "text",     section: "messages", longest: 200, default: "SAIR, PARAR" },
  optOutAnswer:           { kind: "text",     section: "messages", longest: 500, default: "Pronto: você não vai mais receber mensagens automáticas de divulgação. Se precisar de algo, é só escrever aqui." },
  quietHours:             { kind: "toggle",   section: "messages", default: "disabled" },
  quietFrom:              { kind: "time",     section: "messages", default: "21:00", sentence: "Início do horário de silêncio inválido" },
  quietUntil:             { kind: "time",     section: "messages", default: "08:00", sentence: "Fim do horário de silêncio inválido" },
  checkNumbers:           { kind: "toggle",   section: "messages", default: "enabled" },
  newContactPause:        { kind: "interval", section: "messages", unit: "seconds", off: false, default: "5",  choices: [0, 2, 5, 10, 20, 30] },
  whatsappVersion:        { kind: "text",     section: "messages", longest: 40, form: /^\d{1,9}\.\d{1,9}\.\d{1,12}$/, default: "" },
  pushMessageText:        { kind: "toggle",   section: "messages", default: "enabled" },
  keepTickets:            AGE,
  keepMessages:           AGE,
  keepMedia:              AGE,
  keepJournal:            { ...AGE, off: false, default: "30" },
  keepAudit:              { ...AGE, choices: [730, 1825, 3650] },
  hierarchy:              { kind: "toggle",   section: "visualization", default: "disabled" },
  userShowAll:            { kind: "toggle",   section: "visualization", default: "disabled" },
  userClosedQueues:       { kind: "toggle",   section: "visualization", default: "disabled" },
  onlyAdminSeeEmptyQueue: { kind: "toggle",   section: "visualization", default: "disabled" },
  companyName:            { kind: "text",     section: "visualization", longest: 60, default: "" },
  companyCountry:         { kind: "country",  section: "visualization", default: "BR" },
  companyLogo:            { kind: "picture",  section: "visualization", default: "" },
  defaultLanguage:        { kind: "choice",   section: "visualization", default: "browser", choices: ["browser", "pt", "en", "es"] },
  uriIframe:              { kind: "url",      section: "visualization", default: "" },
} as const satisfies Record<string, SettingRow>;

export type SettingKey = keyof typeof SETTINGS;

/** The keys in the order in which the page shows them. */
export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS).filter(isSettingKey);

/** Whether a text names a setting. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}
