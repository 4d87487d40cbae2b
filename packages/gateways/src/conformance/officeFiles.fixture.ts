import { sheetFile } from "@balcao/testing/sheetFile";

/** A file as phones, offices, banks and the tax office make it. */
export interface OfficeFile {
  readonly name: string;
  /** The type that a browser or a phone declares; often none. */
  readonly type: string;
  readonly bytes: Buffer;
}

const base64 = (text: string): Buffer => Buffer.from(text, "base64");
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const LIST = "Produto\tPreço\r\nParafuso\t1,50\r\n";
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
const marked = (mark: readonly number[], text: Buffer): Buffer => Buffer.concat([Buffer.from(mark), text]);
/** What follows a signature: bytes that are no text. */
const rest = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 89) % 256));
const signed = (signature: string): Buffer => Buffer.concat([latin1(signature), rest]);
const PDF = latin1("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
/** The header of a photograph of 108 megapixels. */
const HUGE = Buffer.from([
  0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0x23, 0x28, 0x2e, 0xe0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xda, 0, 2, 0xff, 0xd9,
]);
/** The first page of an Ogg whose first packet begins so. */
const ogg = (packet: string): Buffer => Buffer.concat([latin1(`OggS\0\x02${"\0".repeat(20)}\x01\x1e${packet}`), rest]);
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Pictures of 8 × 6 px, as a camera, a printer, a scanner and a browser make them. */
const JPEG = base64(
  "/9j/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCABXf/2Q==",
);
const CMYK = base64(
  "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwBQNzxGPDJQRkFGWlVQX3jIgnhubnj1r7mRyP///////////////////////////////////////////////////8AAFAgABgAIBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/AGiCkv/Z",
);
const GREY = base64(
  "/9j/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////wAALCAAGAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AH//Z",
);
const PNG16 = base64(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGEAIAAAAh95TvAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFUlEQVQYlWM4w2D83/g/8STDSNQAAKffmQGoh01lAAAAAElFTkSuQmCC",
);
const WEBP = base64("UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoIAAYADMDOJaACdAFAAAD+y7XJ+l71rz9yNLAA");
const MOVING_WEBP = base64(
  "UklGRqgAAABXRUJQVlA4WAoAAAACAAAABwAABQAAQU5JTQYAAAD/////AABBTk1GOgAAAAAAAAAAAAcAAAUAAGQAAAJWUDggIgAAAHABAJ0BKggABgAMwM4loAJ0AUAAAP7Ltcn6XvWvP3I0sABBTk1GOgAAAAAAAAAAAAcAAAUAAGQAAABWUDggIgAAAHQBAJ0BKggABgAAAM4loAJ0AUAAAP7fgDkdhDdlfl4AAAA=",
);
const TIFF = base64(
  "SUkqAJgAAADMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzPMMzMPAAABAwABAAAACAAAAAEBAwABAAAABgAAAAIBAwADAAAAYgEAAAMBAwABAAAAAQAAAAYBAwABAAAAAgAAABEBBAABAAAACAAAABIBAwABAAAAAQAAABUBAwABAAAAAwAAABYBAwABAAAAAAEAABcBBAABAAAAkAAAABoBBQABAAAAUgEAABsBBQABAAAAWgEAABwBAwABAAAAAQAAACgBAwABAAAAAgAAAFMBAwADAAAAaAEAAAAAAAAzM8sAAAAIADMzywAAAAgACAAIAAgAAQABAAEA",
);
const AVIF = base64(
  "AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAB8AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAgAAAAGAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAnbWRhdBIACgg4CL1pAQ0GkDIRH/JihOAAFgAAkDWOOpb9ib8=",
);
const GIF = base64(
  "R0lGODlhCAAGAIAAAExpccwzMyH/C05FVFNDQVBFMi4wAwEAAAAh+QQFCgAAACwAAAAACAAGAAACBoyPqct9BQAh+QQFCgAAACwAAAAACAAGAIBMaXEzM8wCBoyPqct9BQA7",
);

const file = (name: string, type: string, bytes: Buffer | string): OfficeFile => ({ name, type, bytes: Buffer.from(bytes) });

/** The kinds of files of public reports: texts in every encoding, papers, pictures, films and sounds, under good, wrong and no names. */
export const OFFICE_FILES: readonly OfficeFile[] = [
  file("Lista de preços.txt", "text/plain", marked([0xff, 0xfe], utf16(LIST))),
  file("lista BE.txt", "text/plain", marked([0xfe, 0xff], utf16(LIST).swap16())),
  file("lista sem marca.txt", "text/plain", utf16(LIST)),
  file("exportação.csv", "text/csv", utf16(LIST).swap16()),
  file("cortada.txt", "text/plain", marked([0xff, 0xfe], utf16(LIST).subarray(0, -1))),
  file("outlook.csv", "text/csv", latin1("nome;número\r\nJoão Ação;11 98620-0001\r\n")),
  file("bom.csv", "", "\ufeffnome;número\n"),
  file("retorno.RET", "", "02RETORNO01COBRANCA\r\n\u001a"),
  file("extrato.ofx", "", "OFXHEADER:100\n"),
  file("NFe35.xml", "text/xml", '<?xml version="1.0" encoding="UTF-8"?><nfeProc/>'),
  file("nota.xml", "", marked([0xff, 0xfe], utf16("<?xml version='1.0'?><nota/>"))),
  file("d.json", "application/json", '{"a":1}'),
  file("página.html", "text/html", "<html><script>x()</script></html>"),
  file("desenho.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
  file("pedido.txt", "text/plain", "MZ Comercial de Peças Ltda, pedido 4711, entrega na quinta-feira"),
  file("lista.md", "", "#! compras\n- parafusos\n"),
  file("cartão 2.1.vcf", "text/x-vcard", "BEGIN:VCARD\r\nVERSION:2.1\r\nFN;ENCODING=QUOTED-PRINTABLE:=4A=6F=C3=A3=6F\r\nEND:VCARD\r\n"),
  file("cartão 4.0.vcf", "", "BEGIN:VCARD\nVERSION:4.0\nFN:Ana\nTEL;VALUE=uri:tel:+5511986200001\nEND:VCARD\n"),
  file("um.txt", "text/plain", "a"),
  file("Orçamento ✅ 👨‍👩‍👧 nº 5.pdf", "application/pdf", PDF),
  file("שלום عربى.pdf", "application/pdf", PDF),
  file(`${"x".repeat(230)}.pdf`, "application/pdf", PDF),
  file("semextensao", "", PDF),
  file("foto.jpg", "image/jpeg", PDF),
  file("base.xlsx", XLSX, sheetFile([["Nome", "Número"]])),
  file("base.csv", "text/csv", sheetFile([["Nome", "Número"]])),
  file("planta.dwg", "", signed("AC1032")),
  file("backup.zip", "application/zip", signed("PK\u0003\u0004\u0014\0\0\0\0\0")),
  file("a.rar", "", signed("Rar!\u001a\u0007\0")),
  file("dados.dat", "", signed("\u00ff\u00fb")),
  file("camera.jpg", "image/jpeg", JPEG),
  file("camera", "", JPEG),
  file("trocada.png", "image/png", JPEG),
  file("108mp.jpg", "image/jpeg", HUGE),
  file("gráfica.jpg", "image/jpeg", CMYK),
  file("scan.jpg", "image/jpeg", GREY),
  file("16 bits.png", "image/png", PNG16),
  file("site.webp", "image/webp", WEBP),
  file("moving.webp", "image/webp", MOVING_WEBP),
  file("anim.gif", "image/gif", GIF),
  file("scan.tiff", "image/tiff", TIFF),
  file("photo.avif", "image/avif", AVIF),
  file("IMG_0001.HEIC", "image/heic", signed("\0\0\0\u0018ftypheic\0\0\0\0mif1heic")),
  file("figura.bmp", "image/bmp", signed("BM")),
  file("IMG_0002.MOV", "video/quicktime", signed("\0\0\0\u0014ftypqt  \0\0\0\0qt  ")),
  file("filme.mp4", "video/mp4", signed("\0\0\0\u0018ftypisom\0\0\0\0isommp42")),
  file("filme.3gp", "video/3gpp", signed("\0\0\0\u0018ftyp3gp4\0\0\0\u00003gp4isom")),
  file("filme.webm", "video/webm", signed("\u001aE\u00df\u00a3\u009fB\u0086\u0081\u0001B\u0082\u0084webm")),
  file("voz.3gp", "audio/3gpp", signed("\0\0\0\u0018ftyp3gp4\0\0\0\u00003gp4isom")),
  file("voz.amr", "audio/amr", signed("#!AMR\n")),
  file("voz.m4a", "audio/mp4", signed("\0\0\0\u0018ftypM4A \0\0\0\0M4A mp42")),
  file("musica.mp3", "audio/mpeg", signed("\u00ff\u00fb")),
  file("voz.opus", "", ogg("OpusHead")),
  file("musica.ogg", "audio/ogg", ogg("\u0001vorbis")),
  file("som.wav", "audio/wav", signed("RIFF\0\0\0\0WAVEfmt ")),
  file("som.flac", "audio/flac", signed("fLaC")),
];
