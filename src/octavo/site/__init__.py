"""Joins settings and documents into the site: pages, urls, navigation, redirects."""
