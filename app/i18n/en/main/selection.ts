const selection = {
  title: 'Too many at once',
  matching:
    '{{found}} match. One change reaches at most {{most, number}}, so nothing was started: narrow the list first.',
  chosen:
    '{{found}} are selected. One change reaches at most {{most, number}}, so nothing was started: select fewer, or change them in parts.',
  uncounted:
    'The matches cannot be counted here. One change reaches at most {{most, number}}, so nothing was started. Narrow the filter to a site or a building first.',
  narrow: 'Narrow list',
}

export default selection
