import Button from "@mui/material/Button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { galleryQuery } from "../../../lib/data/gallery";
import { GalleryPictures } from "./GalleryPictures";

const SHOWN = 4;

/** The newest pictures of the conversation, and the way to all that was shared in it. */
export function MediaStrip({ ticketId, onAll }: { readonly ticketId: number; readonly onAll: () => void }) {
  const { t } = useTranslation("details");
  const { data } = useInfiniteQuery(galleryQuery(ticketId, "media"));
  const newest = data?.pages[0]?.messages.slice(0, SHOWN) ?? [];
  return (
    <section>
      <div className="detailsSectionHead">
        <h4>{t("gallery.title")}</h4>
        <Button size="small" variant="text" onClick={onAll}>
          {t("gallery.all")}
        </Button>
      </div>
      {newest.length > 0 && <GalleryPictures ticketId={ticketId} messages={newest} label={t("gallery.newest")} />}
    </section>
  );
}
