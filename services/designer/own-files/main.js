/* Placeholder of a real designer: pages are edited elsewhere and only viewed here. */
;(() => {
  const text = document.createElement('p')
  text.textContent = navigator.language.startsWith('fr')
    ? 'L’évaluation ne comprend que la visionneuse, sans le concepteur lui-même.'
    : 'The evaluation has the viewer only, not the designer itself.'
  document.body.append(text)
})()
