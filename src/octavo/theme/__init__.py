"""The look of the site, as data: templates, styles, scripts and presets."""
