import { FormField, MalformedFormError } from "./formField.js";

/** The field `jsonData` of a form whose body comes in pieces of so many bytes. */
function read(body: string, size: number): string {
  const bytes = Buffer.from(body, "latin1");
  const field = new FormField("jsonData");
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(Buffer.from(field.decode(bytes.subarray(at, at + size))));
  field.end();
  return Buffer.concat(parts).toString("utf8");
}

describe.each([1, 2, 1_000])("a field of a form in pieces of %i bytes", (size) => {
  it.each([
    ["jsonData=oi", "oi"],
    ["jsonData=", ""],
    ["jsonData=a+b%2Bc%3d%3D", "a b+c=="],
    ["jsonData=%C3%A7%c3%a3o,;:~", "ção,;:~"],
    ["jsonData=a=b&more=c", "a=b"],
    ["token=x%3Dy&jsonData=z&last=1", "z"],
    ["json%44ata=z", "z"],
    ["jsonData2=no&jsonData=yes&=empty&", "yes"],
    ["a&b&jsonData=yes", "yes"],
    [`${"n".repeat(200)}=x&jsonData=z`, "z"],
    [`other=${"v".repeat(500)}&jsonData=z`, "z"],
  ])("is found in %s", (body, value) => {
    expect(read(body, size)).toBe(value);
  });

  it.each([
    ["token=x", "the form has no field jsonData"],
    ["", "the form has no field jsonData"],
    ["jsonData=a&jsonData=b", "the field jsonData is there twice"],
    ["jsonData=a%4", "the form ends inside an escape"],
    ["jsonData=a%", "the form ends inside an escape"],
    ["jsonData=a%4g", "a wrong escape"],
    ["jsonData=%/0", "a wrong escape"],
    ["jsonData=%:0", "a wrong escape"],
    ["other=%zz&jsonData=a", "a wrong escape"],
    [`${"n".repeat(201)}=x&jsonData=z`, "a field's name is too long"],
  ])("is refused in %s", (body, sentence) => {
    expect(() => read(body, size)).toThrow(new MalformedFormError(sentence));
  });
});
