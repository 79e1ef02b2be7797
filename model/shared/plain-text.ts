/**
 * A long text without the marks of Markdown, for tiles, previews, notifications and excerpts. It reads the text line by
 * line and does not parse it: what looks like a mark is removed even inside code. Each expression takes linear time.
 */
export function plainText(text: string): string {
  return (
    text
      .replaceAll(/^ *(?:```|~~~).*$/gm, '')
      .replaceAll(/^[ *_:|-]+$/gm, '')
      .replaceAll(/^[ \t]*\|.*/gm, (row) => row.replaceAll('|', ' ').trim())
      .replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '')
      .replaceAll(/^[ \t]*#{1,6}[ \t]+/gm, '')
      .replaceAll(/^[ \t]*[-+*][ \t]+(?:\[[ xX]\][ \t]+)?/gm, '• ')
      .replaceAll(/^([ \t]*\d{1,9}[.)][ \t]+)\[[ xX]\][ \t]+/gm, '$1')
      // A mention, `@[7]`, is no link.
      .replaceAll(/!?(?<!@)\[([^[\]\n]{0,500})\]\([^()\n]{0,2000}\)/g, '$1')
      .replaceAll(/<((?:https?:|mailto:)[^<>\s]{1,2000})>/g, '$1')
      .replaceAll(/(`+)([^`\n]{1,2000})\1/g, '$2')
      .replaceAll(/(\*\*|~~)(?=\S)(.{1,500}?)(?<=\S)\1/g, '$2')
      .replaceAll(/\*(?=\S)([^*\n]{1,500})(?<=\S)\*/g, '$1')
      .replaceAll(/(?<!\w)(__?)(?=\S)(.{1,500}?)(?<=\S)\1(?!\w)/g, '$2')
      .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
      .replaceAll(/\n\s*\n/g, '\n')
      .trim()
  );
}
