const search = {
  title: 'Search',
}

export default search
