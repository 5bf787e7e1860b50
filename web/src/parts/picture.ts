// A drawing of the page as a picture that stands alone: SVG, or painted as PNG.
//
// What comes in: SVG elements that Plot has drawn, and what is to be said above and below them.  What goes
// out: a file's content, always light, with colours and fonts written out: nothing of it needs the page.  The
// page's policy loads no pictures, so PNG is painted stroke by stroke, and not by letting the browser load the
// SVG.

const MARGIN = 20;
const LINE = 22;
const NARROWEST = 460;
const SHARP = 2; // dots of a PNG for one of the page
const NAMESPACE = "http://www.w3.org/2000/svg";

/** What a drawing looks like, by element. */
const LOOKS = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

export interface Told {
  above: string[];
  below: string;
}

/** Lets somebody look at the drawings as one, laid out in the page where nobody sees it. */
function laidOut<Found>(drawings: Iterable<SVGSVGElement>, told: Told, look: (svg: SVGSVGElement) => Found): Found {
  const host = document.createElement("div");
  host.className = "picture-host";
  const svg = document.createElementNS(NAMESPACE, "svg");
  host.append(svg);
  document.body.append(host);
  try {
    compose(svg, [...drawings], told);
    return look(svg);
  } finally {
    host.remove();
  }
}

function compose(svg: SVGSVGElement, drawings: SVGSVGElement[], { above, below }: Told): void {
  const sizes = drawings.map((one) => one.viewBox.baseVal);
  const width = Math.max(NARROWEST, ...sizes.map((one) => one.width)) + 2 * MARGIN;
  let y = MARGIN;
  const say = (text: string, look: string) => {
    y += LINE;
    const line = document.createElementNS(NAMESPACE, "text");
    line.setAttribute("x", String(MARGIN));
    line.setAttribute("y", String(y - LINE / 4));
    line.setAttribute("class", look);
    line.textContent = text;
    svg.append(line);
  };
  above.forEach((text, at) => say(text, at ? "picture-said" : "picture-title"));
  drawings.forEach((drawing, at) => {
    const { title } = drawing.dataset;
    if (title) {
      y += MARGIN / 2;
      say(title, "picture-head");
    }
    const place = document.createElementNS(NAMESPACE, "g");
    place.setAttribute("transform", `translate(${MARGIN},${y + MARGIN / 2})`);
    place.setAttribute("class", drawing.getAttribute("class") ?? "");
    place.setAttribute("text-anchor", drawing.getAttribute("text-anchor") ?? "middle");
    place.setAttribute("fill", "currentColor");
    for (const child of drawing.children) place.append(child.cloneNode(true));
    svg.append(place);
    y += sizes[at]!.height + MARGIN / 2;
  });
  say(below, "picture-said");
  const height = y + MARGIN / 2;
  const paper = document.createElementNS(NAMESPACE, "rect");
  paper.setAttribute("class", "picture-paper");
  paper.setAttribute("width", String(width));
  paper.setAttribute("height", String(height));
  svg.prepend(paper);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
}

export function asSvg(drawings: Iterable<SVGSVGElement>, told: Told): Blob {
  return laidOut(drawings, told, (svg) => {
    const looks = [...svg.querySelectorAll("*")].map((one) => {
      const style = getComputedStyle(one);
      return LOOKS.map((name): [string, string] => [name, style.getPropertyValue(name)]);
    });
    [...svg.querySelectorAll("*")].forEach((one, at) => {
      one.removeAttribute("class");
      for (const [name, value] of looks[at]!) if (value) one.setAttribute(name, value);
    });
    return new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });
  });
}

export function asPng(drawings: Iterable<SVGSVGElement>, told: Told): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  laidOut(drawings, told, (svg) => {
    canvas.width = SHARP * svg.viewBox.baseVal.width;
    canvas.height = SHARP * svg.viewBox.baseVal.height;
    paint(svg, canvas.getContext("2d")!);
  });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function paint(svg: SVGSVGElement, context: CanvasRenderingContext2D): void {
  for (const one of svg.querySelectorAll<SVGGraphicsElement>("rect, line, circle, path, text")) {
    const matrix = one.getCTM();
    if (!matrix) continue;
    const style = getComputedStyle(one);
    const { a, b, c, d, e, f } = matrix;
    context.setTransform(SHARP * a, SHARP * b, SHARP * c, SHARP * d, SHARP * e, SHARP * f);
    if (one instanceof SVGTextElement) write(one, style, context);
    else draw(outlineOf(one), style, context);
  }
}

function outlineOf(one: SVGGraphicsElement): Path2D {
  const number = (name: string) => Number(one.getAttribute(name) ?? 0);
  const path = new Path2D(one instanceof SVGPathElement ? (one.getAttribute("d") ?? "") : undefined);
  if (one instanceof SVGRectElement) {
    path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
  } else if (one instanceof SVGLineElement) {
    path.moveTo(number("x1"), number("y1"));
    path.lineTo(number("x2"), number("y2"));
  } else if (one instanceof SVGCircleElement) {
    path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
  }
  return path;
}

function draw(path: Path2D, style: CSSStyleDeclaration, context: CanvasRenderingContext2D): void {
  const opacity = Number(style.opacity);
  if (style.fill !== "none") {
    context.globalAlpha = opacity * Number(style.fillOpacity);
    context.fillStyle = style.fill;
    context.fill(path);
  }
  if (style.stroke === "none") return;
  context.globalAlpha = opacity * Number(style.strokeOpacity);
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  const dashes = style.strokeDasharray;
  context.setLineDash(dashes === "none" ? [] : dashes.split(/[\s,]+/).map(Number.parseFloat));
  context.stroke(path);
}

/** A text, part by part: each part says where it stands itself. */
function write(text: SVGTextElement, style: CSSStyleDeclaration, context: CanvasRenderingContext2D): void {
  const parts = text.querySelectorAll<SVGTextContentElement>("tspan");
  for (const part of parts.length ? parts : [text]) {
    if (!part.getNumberOfChars()) continue;
    const { x, y } = part.getStartPositionOfChar(0);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.globalAlpha = Number(style.opacity) * Number(style.fillOpacity);
    context.fillStyle = style.fill;
    context.fillText(part.textContent ?? "", x, y);
  }
}
