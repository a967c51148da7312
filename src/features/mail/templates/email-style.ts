// Mail programs do not load the shop's stylesheet, so the tokens of src/app.css are repeated here.
// The email loads no image and no font, so that opening it reveals nothing to anybody.
export const paper = '#f6f1e7';
export const panel = '#fbf8f1';
export const ink = '#1f2326';
export const muted = '#595c5c';
export const lineColor = '#d3cab8';
export const signal = '#b23a1b';
export const textFont = 'Archivo, "Helvetica Neue", Helvetica, Arial, sans-serif';
export const monoFont = '"JetBrains Mono", Menlo, Consolas, "Courier New", monospace';
