/** The pages of a designer project. */
const designer = {
  of: 'Designer pages of {{name}}',
  pages: 'Pages',
  home: 'Home page',
  dimensions: '{{width}} × {{height}}',
  pictureOf: 'Picture of {{title}}, without live values',
  noPicture: 'No picture',
  frameOf: '{{title}}, drawn by the designer',
  failed: 'The designer did not load',
  failedText: 'The picture shows the page without live values. Reload the page to try again.',
  none: 'This site has no designer project',
  noPages: 'This project has no pages',
  noneText: 'Pages that are drawn for this site in the designer appear here, with live values.',
  project: 'Designer project',
  about: 'About the project',
  name: 'Project',
  version: 'Version',
  updatedAt: 'Saved',
  updatedBy: 'Saved by',
  size: 'Size',
}

export default designer
