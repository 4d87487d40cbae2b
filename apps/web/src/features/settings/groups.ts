import { SETTING_KEYS, SETTINGS, type SettingKey, type SettingRow, type SettingSection } from "@balcao/domain/settings";

/** The card on which each setting is shown; a new setting needs a line here. */
const GROUP_OF = {
  timeCreateNewTicket: "times",
  queueCron: "times",
  shareWaiting: "shares",
  lastAttendant: "shares",
  returnUnanswered: "shares",
  intervalClose: "times",
  closeNpsInterval: "times",
  horarioAbertura: "hours",
  horarioFechamento: "hours",
  horarioAlmoco: "hours",
  horarioFimAlmoco: "hours",
  timeZone: "hours",
  weekdays: "hours",
  saturday: "hours",
  sunday: "hours",
  holidays: "hours",
  openingHours: "hours",
  CheckMsgIsGroup: "service",
  groupPerUser: "service",
  generateProtocol: "service",
  greetingProtocolGroup: "service",
  closingReason: "service",
  closingReasons: "service",
  sendPermission: "access",
  maintainPermission: "access",
  allowAgendador: "access",
  userCreation: "access",
  secondFactorFor: "access",
  secondFactorGrace: "access",
  blockContactImport: "access",
  call: "texts",
  forceSign: "texts",
  forceTransferMessage: "texts",
  optOutWords: "sends",
  optOutAnswer: "sends",
  quietHours: "sends",
  quietFrom: "sends",
  quietUntil: "sends",
  checkNumbers: "sends",
  newContactPause: "numbers",
  whatsappVersion: "numbers",
  keepTickets: "retention",
  keepMessages: "retention",
  keepMedia: "retention",
  keepJournal: "retention",
  keepAudit: "retention",
  sound: "notifications",
  notificateAllTickets: "notifications",
  notifyGroupToAllUsers: "notifications",
  pushMessageText: "notifications",
  hierarchy: "visibility",
  userShowAll: "visibility",
  userClosedQueues: "visibility",
  onlyAdminSeeEmptyQueue: "visibility",
  companyName: "company",
  companyCountry: "company",
  companyLogo: "company",
  defaultLanguage: "company",
  uriIframe: "visibility",
} as const satisfies Readonly<Record<SettingKey, string>>;

type GroupId = (typeof GROUP_OF)[SettingKey];

export interface SettingGroup {
  readonly id: GroupId;
  readonly section: SettingSection;
  readonly keys: readonly SettingKey[];
}

/** Whether anything reads the setting: a switch without an effect is not shown. */
const isShown = (key: SettingKey): boolean => {
  const row: SettingRow = SETTINGS[key];
  return row.unread !== true;
};

/** The cards with those of these settings that are shown, in the order of the registry. */
export function toGroups(known: ReadonlySet<string>): readonly SettingGroup[] {
  const keys = SETTING_KEYS.filter((key) => known.has(key) && isShown(key));
  return [...new Set(keys.map((key) => GROUP_OF[key]))].map((id) => {
    const own = keys.filter((key) => GROUP_OF[key] === id);
    return { id, section: own.map((key) => SETTINGS[key].section)[0] ?? "tickets", keys: own };
  });
}
