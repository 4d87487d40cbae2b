import type { TemplateMedia, TemplatePlace } from "@balcao/domain/templates";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import InsertDriveFileOutlined from "@mui/icons-material/InsertDriveFileOutlined";
import PlaceOutlined from "@mui/icons-material/PlaceOutlined";
import SmartDisplayOutlined from "@mui/icons-material/SmartDisplayOutlined";

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
