import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";

interface BoxStripProps {
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** What the text in the box refers to: the message that it answers or changes. */
export function BoxStrip({ title, text, closeLabel, onClose }: BoxStripProps) {
  return (
    <div className="composerReply">
      <div>
        <b>{title}</b>
        <span>{text}</span>
      </div>
      <IconButton size="small" aria-label={closeLabel} onClick={onClose}>
        <CloseRounded />
      </IconButton>
    </div>
  );
}
