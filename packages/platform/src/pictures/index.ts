export { createPictureTool, hasThumb, PictureError } from "./pictureTool.js";
export type { PictureFile, PictureTool } from "./pictureTool.js";
