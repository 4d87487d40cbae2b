import { isSuper } from "@balcao/domain/access";
import { SETTING_SECTIONS, type SettingKey } from "@balcao/domain/settings";
import type { SettingView } from "@balcao/contracts/settings";
import CodeRounded from "@mui/icons-material/CodeRounded";
import WebhookRounded from "@mui/icons-material/WebhookRounded";
import ConfirmationNumberOutlined from "@mui/icons-material/ConfirmationNumberOutlined";
import FolderOutlined from "@mui/icons-material/FolderOutlined";
import SearchOff from "@mui/icons-material/SearchOff";
import SmsOutlined from "@mui/icons-material/SmsOutlined";
import TuneRounded from "@mui/icons-material/TuneRounded";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router-dom";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { settingsQuery, useSettings } from "../../lib/data/settings";
import { toActor, useSelf } from "../../lib/session";
import { EmptyState, ErrorCard, Page, SearchField, Spinner } from "../../ui";
import { toGroups, type SettingGroup } from "./groups";
import { SettingLine } from "./SettingLine";
import "./settings.css";

const OpeningHours = lazy(() => import("./OpeningHours").then((module) => ({ default: module.OpeningHours })));

const FilesCard = lazy(() => import("./FilesCard").then((module) => ({ default: module.FilesCard })));

const RetentionPart = lazyWithTexts("privacy", () => import("./RetentionPart").then((module) => module.RetentionPart));

const RecountCard = lazy(() => import("./RecountCard").then((module) => ({ default: module.RecountCard })));

const SECTIONS = [...SETTING_SECTIONS, "files"] as const;
type Section = (typeof SECTIONS)[number];
const ICONS = { tickets: ConfirmationNumberOutlined, messages: SmsOutlined, visualization: TuneRounded, files: FolderOutlined } as const;

/** Which settings have the term in their name or sentence, in the shown language. */
function useMatches(): (key: SettingKey, term: string) => boolean {
  const { t } = useTranslation("settings");
  return (key, term) => {
    const words = `${t(`setting.${key}.label`)} ${t(`setting.${key}.help`)} ${key}`;
    return words.toLocaleLowerCase().includes(term);
  };
}

/** The cards of a section, or with a term those of all sections that have it. */
function useShownGroups(rows: ReadonlyMap<string, SettingView>, section: Section, wanted: string): readonly SettingGroup[] {
  const matches = useMatches();
  const all = toGroups(new Set(rows.keys()));
  if (wanted === "") return all.filter((group) => group.section === section);
  return all.map((group) => ({ ...group, keys: group.keys.filter((key) => matches(key, wanted)) })).filter(({ keys }) => keys.length > 0);
}

/** What is searched for, which an address may ask for: the palette leads to a setting by its name (D-343). */
function useTerm(asked: string) {
  const [term, setTerm] = useState(asked);
  const [answered, setAnswered] = useState(asked);
  if (asked !== answered) {
    setAnswered(asked);
    setTerm(asked);
  }
  return [term, setTerm] as const;
}

/** The company's settings by section, with a search over all of them (SHELL-020). */
export function SettingsPage() {
  const { t } = useTranslation("settings");
  const self = useSelf();
  const { data, error, refetch } = useQuery(settingsQuery);
  const [search] = useSearchParams();
  const [term, setTerm] = useTerm(search.get("find") ?? "");
  const sections = SECTIONS.filter((each) => each !== "files" || isSuper(toActor(self)));
  const section = sections.find((each) => each === search.get("section")) ?? "tickets";
  const wanted = term.trim().toLocaleLowerCase();
  const isSearching = wanted !== "";
  const rows = new Map(data?.map((row) => [row.key, row]));
  const groups = useShownGroups(rows, section, wanted);
  const found = groups.reduce((sum, { keys }) => sum + keys.length, 0);
  return (
    <Page
      title={t("title")}
      actions={
        <SearchField
          className="settingsSearch"
          label={t("search")}
          value={term}
          onChange={setTerm}
          found={isSearching ? t("found", { count: found }) : undefined}
        />
      }
    >
      <div className="settings">
        <SectionLinks sections={sections} current={isSearching ? null : section} onChoose={() => setTerm("")} />
        <div className="settingCards">
          {!data && <NotLoaded error={error} onRetry={() => void refetch()} />}
          <Cards groups={groups} rows={rows} isSearching={isSearching} />
          {data && isSearching && found === 0 && (
            <EmptyState icon={SearchOff} title={t("nothingFound", { term: term.trim() })} text={t("nothingFoundText")} />
          )}
          {!isSearching && section === "files" && (
            <Suspense>
              <FilesCard />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}

interface CardsProps {
  readonly groups: readonly SettingGroup[];
  readonly rows: ReadonlyMap<string, SettingView>;
  readonly isSearching: boolean;
}

/** The cards; the hours by day take their place when the address names whose. */
function Cards({ groups, rows, isSearching }: CardsProps) {
  const [search] = useSearchParams();
  const hours = search.get("hours");
  if (hours === null || isSearching || rows.size === 0)
    return groups.map((group) => <GroupCard key={group.id} group={group} rows={rows} />);
  return (
    <Suspense fallback={<Spinner />}>
      <OpeningHours key={hours} scope={hours} />
    </Suspense>
  );
}

function NotLoaded({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const { t } = useTranslation("settings");
  return error ? <ErrorCard title={t("loadFailed")} error={error} onRetry={onRetry} /> : <Spinner />;
}

interface SectionLinksProps {
  readonly sections: readonly Section[];
  /** Null while a search looks through all of them. */
  readonly current: Section | null;
  readonly onChoose: () => void;
}

function SectionLinks({ sections, current, onChoose }: SectionLinksProps) {
  const { t } = useTranslation("settings");
  return (
    <nav className="settingSections" aria-label={t("sections")}>
      {sections.map((section) => {
        const Icon = ICONS[section];
        return (
          <Link key={section} replace to={`?section=${section}`} aria-current={section === current ? "page" : undefined} onClick={onChoose}>
            <Icon aria-hidden />
            <span>
              {t(`section.${section}`)}
              {section === "files" && <small>{t("superOnly")}</small>}
            </span>
          </Link>
        );
      })}
      <Link to="/tokens">
        <CodeRounded aria-hidden />
        <span>{t("api")}</span>
      </Link>
      <Link to="/hooks">
        <WebhookRounded aria-hidden />
        <span>{t("hooks")}</span>
      </Link>
    </nav>
  );
}

/** When one of these settings was last saved; empty when none ever was. */
const lastChange = (keys: readonly SettingKey[], rows: ReadonlyMap<string, SettingView>): string =>
  keys
    .map((key) => rows.get(key)?.changed?.at ?? "")
    .sort()
    .at(-1) ?? "";

/** What unusual times of the simple form mean, so that nobody saves them without knowing. */
function HoursNote() {
  const { t } = useTranslation("settings");
  const { horarioAbertura: from, horarioFechamento: until, horarioAlmoco: lunch, horarioFimAlmoco: end } = useSettings();
  const text = from > until ? t("hoursNote.overnight", { from, until }) : from === until ? t("hoursNote.wholeDay") : null;
  return (
    <>
      {text && <p className="settingNote">{text}</p>}
      {lunch > end && <p className="settingNote">{t("hoursNote.lunch", { from: lunch, until: end })}</p>}
    </>
  );
}

function GroupCard({ group: { id, keys }, rows }: { readonly group: SettingGroup; readonly rows: ReadonlyMap<string, SettingView> }) {
  const { t } = useTranslation("settings");
  return (
    <section className="settingCard" aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`}>{t(`group.${id}`)}</h2>
      {id === "hours" && (
        <Suspense>
          <RecountCard changedAt={lastChange(keys, rows)} />
        </Suspense>
      )}
      {id === "hours" && <HoursNote />}
      {keys.includes("intervalClose") && <p className="settingNote">{t("autoCloseNote")}</p>}
      <ul>
        {keys.map((key) => {
          const setting = rows.get(key);
          return setting && <SettingLine key={key} settingKey={key} setting={setting} />;
        })}
      </ul>
      {id === "retention" && (
        <Suspense>
          <RetentionPart rows={rows} />
        </Suspense>
      )}
    </section>
  );
}
