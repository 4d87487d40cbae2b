import CallOutlined from "@mui/icons-material/CallOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import ReplyRounded from "@mui/icons-material/ReplyRounded";

/** The kinds of buttons that a template may have, each with its icon. */
export const BUTTON_ICONS = { QUICK_REPLY: ReplyRounded, URL: OpenInNew, PHONE_NUMBER: CallOutlined } as const;
