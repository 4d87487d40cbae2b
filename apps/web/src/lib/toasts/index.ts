export { NOTICE_MS, TOAST_MS, toasts } from "./showToast";
export { ToastArea } from "./ToastArea";
