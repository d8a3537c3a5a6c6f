const trail = {}

export default trail
