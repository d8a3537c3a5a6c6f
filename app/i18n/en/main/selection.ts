const selection = {
  title: 'Too many at once',
  matching:
    '{{found}} match. One change reaches at most {{most, number}}, so nothing was begun: narrow the list first.',
  chosen:
    '{{found}} are selected. One change reaches at most {{most, number}}, so nothing was begun: select fewer, or change them part by part.',
  uncounted:
    'It cannot be counted here how many match. One change reaches at most {{most, number}}, so nothing was begun. Narrow the filter to a site or a building first.',
  narrow: 'Narrow the list',
}

export default selection
