import { zipFile } from "../zipFile/index.js";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** An .xlsx with one sheet of texts, as people upload it. */
export function sheetFile(rows: readonly (readonly string[])[]): Buffer {
  const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const lines = rows.map((cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`).join("")}</row>`);
  const relations = (type: string, target: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
  const types = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/>`;
  const files = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types}</Types>`,
    "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Plan1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData>${lines.join("")}</sheetData></worksheet>`,
  };
  return zipFile(
    Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`) })),
  );
}
