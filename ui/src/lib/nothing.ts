/** Stands in for a module of the form kit's test tools that never comes into the page. */
export default null;
