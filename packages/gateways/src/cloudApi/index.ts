export { createCloudConnector } from "./cloudConnector.js";
export { MOST_MEDIA_BYTES } from "./cloudMedia.js";
