export { createPictureTool, hasThumb, PictureError } from "./pictureTool.js";
export type { PictureTool } from "./pictureTool.js";
