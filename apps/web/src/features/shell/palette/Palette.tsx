import SearchRounded from "@mui/icons-material/SearchRounded";
import useAutocomplete from "@mui/material/useAutocomplete";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog";
import { KeyCaps, MenuReason } from "../../../ui";
import { PALETTE_GROUPS, type PaletteGroup, type PaletteItem } from "./paletteItems";
import { SHORTEST_SEARCH, usePaletteItems } from "./usePaletteItems";
import "./palette.css";

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onShowShortcuts: () => void;
}

/** Finds and runs whatever can be done now: actions of the conversation, pages, recent conversations, contacts (Ctrl+K). */
export function Palette({ open, onClose, onShowShortcuts }: PaletteProps) {
  const { t } = useTranslation("shell");
  const titleId = useId();
  const phone = useMediaQuery("(max-width: 599.95px)");
  const chosen = useRef<PaletteItem | null>(null);
  // The dialog gives the focus back when it closes, so what a command focuses must come after that.
  useEffect(() => {
    if (open) return;
    const { current } = chosen;
    chosen.current = null;
    current?.run();
  }, [open]);
  const choose = (item: PaletteItem) => {
    // It can still be clicked while it fades.
    if (!open) return;
    chosen.current = item;
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={phone}
      aria-labelledby={titleId}
      className="paletteDialog"
      slotProps={{ paper: { sx: { width: phone ? "100%" : 600 } } }}
    >
      <h2 id={titleId} className="visuallyHidden">
        {t("palette.title")}
      </h2>
      <PaletteBox onChoose={choose} onClose={onClose} onShowShortcuts={onShowShortcuts} />
    </Dialog>
  );
}

interface PaletteBoxProps extends Omit<PaletteProps, "open"> {
  readonly onChoose: (item: PaletteItem) => void;
}

function PaletteBox({ onChoose, onClose, onShowShortcuts }: PaletteBoxProps) {
  const { t } = useTranslation("shell");
  const [text, setText] = useState("");
  const items = usePaletteItems(text, onShowShortcuts);
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete<PaletteItem>({
    open: true,
    options: items,
    // They are found already.
    filterOptions: (options) => options,
    value: null,
    inputValue: text,
    getOptionLabel: ({ label }) => label,
    getOptionKey: ({ group, id }) => `${group} ${id}`,
    getOptionDisabled: ({ reason }) => reason !== null,
    isOptionEqualToValue: (one, other) => one.group === other.group && one.id === other.id,
    autoHighlight: true,
    clearOnBlur: false,
    onInputChange: (_event, next, reason) => {
      if (reason === "input") setText(next);
    },
    onChange: (_event, item) => {
      if (item) onChoose(item);
    },
    onClose: (_event, reason) => {
      if (reason === "escape") onClose();
    },
  });
  return (
    <div className="palette" {...getRootProps()}>
      <label className="paletteField">
        <SearchRounded aria-hidden />
        <input {...getInputProps()} className="paletteInput" placeholder={t("palette.title")} aria-label={t("palette.title")} autoFocus />
        <kbd className="keyCap">Esc</kbd>
      </label>
      {items.length === 0 && (
        <p className="paletteNone" role="status">
          {t("palette.none")}
        </p>
      )}
      <ul {...getListboxProps()} className="paletteList" hidden={items.length === 0} aria-label={t("palette.title")}>
        {PALETTE_GROUPS.map((group) => (
          <PaletteGroupRows key={group} group={group} items={items} toProps={(option, index) => getOptionProps({ option, index })} />
        ))}
      </ul>
      <div className="paletteFoot">
        <span className="paletteKeys" aria-hidden="true">
          <kbd className="keyCap">↑</kbd> <kbd className="keyCap">↓</kbd> {t("palette.move")}
          <kbd className="keyCap">Enter</kbd> {t("palette.run")}
        </span>
        {text.trim().length < SHORTEST_SEARCH && <span>{t("palette.contactsHint")}</span>}
      </div>
    </div>
  );
}

interface PaletteGroupProps {
  readonly group: PaletteGroup;
  readonly items: readonly PaletteItem[];
  readonly toProps: (option: PaletteItem, index: number) => ReturnType<ReturnType<typeof useAutocomplete<PaletteItem>>["getOptionProps"]>;
}

/** The items of one group, below its name. */
function PaletteGroupRows({ group, items, toProps }: PaletteGroupProps) {
  const { t } = useTranslation("shell");
  const own = items.filter((item) => item.group === group);
  if (own.length === 0) return null;
  const name = t(`palette.group.${group}`);
  return (
    <li role="group" aria-label={name}>
      <div className="paletteGroup" aria-hidden="true">
        {name}
      </div>
      <ul role="presentation">
        {own.map((item) => {
          const { key, ...props } = toProps(item, items.indexOf(item));
          return (
            <li key={key} {...props} className="paletteRow">
              <span className="paletteSign">{item.sign}</span>
              <MenuReason reason={item.reason}>
                <span className="paletteLabel ellipsis">{item.label}</span>
              </MenuReason>
              {item.detail !== undefined && <span className="paletteDetail ellipsis">{item.detail}</span>}
              {item.shortcut && <KeyCaps of={item.shortcut} then={t("shortcuts.then")} />}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
