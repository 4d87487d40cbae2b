import type { TemplateButtonView } from "@balcao/contracts/templates";
import type { TemplateMedia, TemplatePlace } from "@balcao/domain/templates";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import InsertDriveFileOutlined from "@mui/icons-material/InsertDriveFileOutlined";
import PlaceOutlined from "@mui/icons-material/PlaceOutlined";
import SmartDisplayOutlined from "@mui/icons-material/SmartDisplayOutlined";
import type { ReactNode } from "react";
import { TemplateParts } from "../TemplateParts";
import { WaText } from "../waText";

interface ShownCard {
  readonly header: string | null;
  readonly top: ReactNode;
  readonly body: string;
  readonly buttons: readonly TemplateButtonView[];
}

/** The cards of a carousel in a row that is moved sideways. */
export function TemplateCards({ label, cards }: { readonly label: string; readonly cards: readonly ShownCard[] }) {
  return (
    <ul className="templateCards" aria-label={label} tabIndex={0}>
      {cards.map(({ header, top, body, buttons }, at) => (
        // Cards have no name, so their position is the key.
        <li key={at}>
          <TemplateParts header={header} footer={null} buttons={buttons} top={top}>
            {body !== "" && <WaText text={body} />}
          </TemplateParts>
        </li>
      ))}
    </ul>
  );
}

const ICONS = { image: ImageOutlined, video: SmartDisplayOutlined, document: InsertDriveFileOutlined } as const;

interface TemplateMediaProps {
  readonly kind: TemplateMedia;
  /** Null as long as no file is chosen. */
  readonly url: string | null;
  readonly name: string;
}

/** The file above a template: the picture, the film, or a tile with its name. */
export function TemplateMediaTile({ kind, url, name }: TemplateMediaProps) {
  if (url !== null && kind === "image") return <img className="templateMedia" src={url} alt={name} />;
  if (url !== null && kind === "video") return <video className="templateMedia" src={url} aria-label={name} controls preload="metadata" />;
  const Icon = ICONS[kind];
  return (
    <span className="templateTile" data-kind={kind}>
      <Icon aria-hidden />
      {name !== "" && <span className="ellipsis">{name}</span>}
    </span>
  );
}

/** The place above a template, with a link to the map where its point is known. */
export function TemplatePlaceTile({ place: { latitude, longitude, name, address } }: { readonly place: TemplatePlace }) {
  return (
    <a
      className="templateTile"
      data-kind="place"
      href={`https://www.google.com/maps?q=${latitude},${longitude}`}
      target="_blank"
      rel="noreferrer"
    >
      <PlaceOutlined aria-hidden />
      <span className="templatePlace">
        <b>{name}</b>
        <span>{address}</span>
      </span>
    </a>
  );
}
